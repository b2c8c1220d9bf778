package suite

// wrongSplits are mistakes in splits.
var wrongSplits = []mistake{
	{"no train", "datasets:\n  - chains: {split: {test: 5}}\n", `
2:21: split must have the key train
      - chains: {split: {test: 5}}
                        ^
hint: train: instances to learn from: a number of them, or a list of folds such as [0, 1]`},
	{"no test", "datasets:\n  - chains: {split: {train: 5}}\n", `
2:21: split must have the key test
      - chains: {split: {train: 5}}
                        ^
hint: test: instances to test on: a number of them, or a list of folds such as [2]`},
	{"negative", "datasets:\n  - chains: {split: {train: -5, test: 5}}\n", `
2:29: train is -5, must be in [1,inf)
      - chains: {split: {train: -5, test: 5}}
                                ^
hint: train: instances to learn from: a number of them, or a list of folds such as [0, 1]`},
	{"size above the training set", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: [50, 200]}\n", `
2:56: impossible size: 200 of 100 training instances
      - chains: {split: {train: 100, test: 5}, sizes: [50, 200]}
                                                           ^`},
	{"sizes that fall", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: [50, 20]}\n", `
2:56: sizes must ascend, 20 is not above 50
      - chains: {split: {train: 100, test: 5}, sizes: [50, 20]}
                                                           ^
hint: write sizes: [50, 100, 200]`},
	{"half a size", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: [1.5]}\n", `
2:52: a size must be a whole number, not the number 1.5
      - chains: {split: {train: 100, test: 5}, sizes: [1.5]}
                                                       ^
hint: sizes: an ascending list of numbers of training instances, such as [50, 100, 200]: a column for each`},
	{"one size", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: 50}\n", `
2:51: sizes must be a list, not the number 50
      - chains: {split: {train: 100, test: 5}, sizes: 50}
                                                      ^
hint: sizes: an ascending list of numbers of training instances, such as [50, 100, 200]: a column for each`},
	{"sizes without a split", "datasets:\n  - ocr: {sizes: [50, 100]}\n", `
2:11: sizes needs the key split beside it
      - ocr: {sizes: [50, 100]}
              ^
hint: sizes: an ascending list of numbers of training instances, such as [50, 100, 200]: a column for each`},
	{"same fold", "datasets:\n  - ocr: {split: {train: [0, 3], test: [1, 3]}}\n", `
2:44: impossible split: fold 3 is in both train and test
      - ocr: {split: {train: [0, 3], test: [1, 3]}}
                                               ^`},
	{"fold twice", "datasets:\n  - ocr: {split: {train: [0, 0], test: [1]}}\n", `
2:30: duplicate fold
      - ocr: {split: {train: [0, 0], test: [1]}}
                                 ^`},
	{"partial overlap", "datasets:\n  - ocr: {split: {train: [0], partial: [1], test: [1]}}\n", `
2:52: impossible split: fold 1 is in both partial and test
      - ocr: {split: {train: [0], partial: [1], test: [1]}}
                                                       ^`},
	{"boxes overlap", "datasets:\n  - ocr: {split: {train: [0], boxes: [2, 1], partial: [1], test: [3]}}\n", `
2:56: impossible split: fold 1 is in both boxes and partial
      - ocr: {split: {train: [0], boxes: [2, 1], partial: [1], test: [3]}}
                                                           ^`},
	{"boxes counted", "datasets:\n  - ocr: {split: {train: [0], boxes: 7, test: [3]}}\n", `
2:31: impossible split: one part counts instances, the other names folds
      - ocr: {split: {train: [0], boxes: 7, test: [3]}}
                                  ^
hint: write numbers of instances, or lists of folds`},
	{"box for a share", "datasets:\n  - ocr: {split: {train: 6, partial: 7, labels: box, test: 8}}\n", `
2:49: labels must be a number, not the text "box"
      - ocr: {split: {train: 6, partial: 7, labels: box, test: 8}}
                                                    ^
hint: labels: share of known labels in partial; instances with boxes have their own part: boxes`},
	{"words for a share", "datasets:\n  - ocr: {split: {train: 6, partial: 7, labels: most, test: 8}}\n", `
2:49: labels must be a number, not the text "most"
      - ocr: {split: {train: 6, partial: 7, labels: most, test: 8}}
                                                    ^
hint: labels: share of known labels in partial; instances with boxes have their own part: boxes`},
	{"labels of a rotation", "datasets:\n  - ocr: {split: {rotate: train-one, labels: 0.5}}\n", `
2:19: rotate must be the only key of split
      - ocr: {split: {rotate: train-one, labels: 0.5}}
                      ^
hint: rotate: a split for each fold, with only that fold to learn from, or to test on`},
	{"labels of nothing", "datasets:\n  - ocr: {split: {train: [0], labels: 0.5, test: [1]}}\n", `
2:31: labels needs the key partial beside it
      - ocr: {split: {train: [0], labels: 0.5, test: [1]}}
                                  ^
hint: labels: share of known labels in partial; instances with boxes have their own part: boxes`},
	{"rotation", "datasets:\n  - ocr: {split: {rotate: trainone}}\n", `
2:27: rotate cannot be "trainone"
      - ocr: {split: {rotate: trainone}}
                              ^
hint: did you mean "train-one"?`},
	{"rotation and parts", "datasets:\n  - ocr: {split: {rotate: train-one, test: [1]}}\n", `
2:19: rotate must be the only key of split
      - ocr: {split: {rotate: train-one, test: [1]}}
                      ^
hint: rotate: a split for each fold, with only that fold to learn from, or to test on`},
	{"tuning on everything", "tune: {fraction: 1}\n", `
1:18: fraction is 1, must be in (0,1)
    tune: {fraction: 1}
                     ^
hint: fraction: share of the training instances to validate on; candidates are fitted to the rest`},
	{"endless tuning", "tune: {fraction: 0.2, extend: 3}\n", `
1:31: extend is 3, must be in [0,2]
    tune: {fraction: 0.2, extend: 3}
                                  ^
hint: extend: rounds of two more candidates each, about the best one`},
	{"negative fold", "datasets:\n  - ocr: {split: {train: [-1], test: [1]}}\n", `
2:27: a fold is -1, must be in [0,inf)
      - ocr: {split: {train: [-1], test: [1]}}
                              ^
hint: train: instances to learn from: a number of them, or a list of folds such as [0, 1]`},
	{"no folds", "datasets:\n  - ocr: {split: {train: [], test: [1]}}\n", `
2:26: the list of folds is empty
      - ocr: {split: {train: [], test: [1]}}
                             ^
hint: train: instances to learn from: a number of them, or a list of folds such as [0, 1]`},
	{"mixed", "datasets:\n  - ocr: {split: {train: [1], test: 5}}\n", `
2:31: impossible split: one part counts instances, the other names folds
      - ocr: {split: {train: [1], test: 5}}
                                  ^
hint: write numbers of instances, or lists of folds`},
	{"shape", "datasets:\n  - ocr: {split: half}\n", `
2:18: split must be a mapping (key: value), not the text "half"
      - ocr: {split: half}
                     ^`},
	{"side", "datasets:\n  - ocr: {split: {train: 0.5, test: 0.5}}\n", `
2:26: train is 0.5, must be in [1,inf)
      - ocr: {split: {train: 0.5, test: 0.5}}
                             ^
hint: train: instances to learn from: a number of them, or a list of folds such as [0, 1]`},
	{"split key", "datasets:\n  - ocr: {split: {trian: 5, test: 5}}\n", `
2:19: unknown key "trian" in split
      - ocr: {split: {trian: 5, test: 5}}
                      ^
hint: did you mean "train"?`},
}
