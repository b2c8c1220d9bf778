package suite

// wrongSplits are of how data are divided.
var wrongSplits = []mistake{
	{"no train", "datasets:\n  - chains: {split: {test: 5}}\n", `
2:21: impossible split: train is missing
      - chains: {split: {test: 5}}
                        ^
write split: {train: …, test: …}`},
	{"no test", "datasets:\n  - chains: {split: {train: 5}}\n", `
2:21: impossible split: test is missing
      - chains: {split: {train: 5}}
                        ^
write split: {train: …, test: …}`},
	{"negative", "datasets:\n  - chains: {split: {train: -5, test: 5}}\n", `
2:29: impossible split: train is -5, at least 1 instance is needed
      - chains: {split: {train: -5, test: 5}}
                                ^
a list names folds: [-5]`},
	{"size above the training set", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: [50, 200]}\n", `
2:56: impossible size: 200 of 100 training instances
      - chains: {split: {train: 100, test: 5}, sizes: [50, 200]}
                                                           ^`},
	{"sizes that fall", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: [50, 20]}\n", `
2:56: sizes must ascend, 20 is not above 50
      - chains: {split: {train: 100, test: 5}, sizes: [50, 20]}
                                                           ^
write sizes: [50, 100, 200]`},
	{"half a size", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: [1.5]}\n", `
2:52: a size must be a whole number, not the number 1.5
      - chains: {split: {train: 100, test: 5}, sizes: [1.5]}
                                                       ^`},
	{"one size", "datasets:\n  - chains: {split: {train: 100, test: 5}, sizes: 50}\n", `
2:51: sizes must be a list, not the number 50
      - chains: {split: {train: 100, test: 5}, sizes: 50}
                                                      ^`},
	{"sizes without a split", "datasets:\n  - ocr: {sizes: [50, 100]}\n", `
2:11: sizes is given without a split
      - ocr: {sizes: [50, 100]}
              ^
add split: {train: …, test: …}`},
	{"same fold", "datasets:\n  - ocr: {split: {train: [0, 3], test: [1, 3]}}\n", `
2:44: impossible split: fold 3 is in both train and test
      - ocr: {split: {train: [0, 3], test: [1, 3]}}
                                               ^`},
	{"fold twice", "datasets:\n  - ocr: {split: {train: [0, 0], test: [1]}}\n", `
2:30: impossible split: fold 0 is in train twice
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
write numbers of instances, or lists of folds`},
	{"box for a share", "datasets:\n  - ocr: {split: {train: 6, partial: 7, labels: box, test: 8}}\n", `
2:49: labels is a share: instances with boxes are a part of their own
      - ocr: {split: {train: 6, partial: 7, labels: box, test: 8}}
                                                    ^
write split: {train: …, boxes: …, test: …}`},
	{"words for a share", "datasets:\n  - ocr: {split: {train: 6, partial: 7, labels: most, test: 8}}\n", `
2:49: labels must be a number, not the text "most"
      - ocr: {split: {train: 6, partial: 7, labels: most, test: 8}}
                                                    ^`},
	{"labels of a rotation", "datasets:\n  - ocr: {split: {rotate: train-one, labels: 0.5}}\n", `
2:19: impossible split: rotate excludes all other keys
      - ocr: {split: {rotate: train-one, labels: 0.5}}
                      ^`},
	{"labels of nothing", "datasets:\n  - ocr: {split: {train: [0], labels: 0.5, test: [1]}}\n", `
2:31: labels says how much is known of the partial instances, but there are none
      - ocr: {split: {train: [0], labels: 0.5, test: [1]}}
                                  ^
write split: {train: …, partial: …, labels: …, test: …}`},
	{"rotation", "datasets:\n  - ocr: {split: {rotate: trainone}}\n", `
2:27: impossible split: rotate is "trainone"
      - ocr: {split: {rotate: trainone}}
                              ^
did you mean "train-one"?`},
	{"rotation and parts", "datasets:\n  - ocr: {split: {rotate: train-one, test: [1]}}\n", `
2:19: impossible split: rotate excludes all other keys
      - ocr: {split: {rotate: train-one, test: [1]}}
                      ^`},
	{"tuning on everything", "tune: {fraction: 1}\n", `
1:18: fraction is 1, must be below 1: the rest is what candidates are fitted to
    tune: {fraction: 1}
                     ^`},
	{"endless tuning", "tune: {fraction: 0.2, extend: 3}\n", `
1:31: extend must be 0, 1 or 2 rounds, not the number 3
    tune: {fraction: 0.2, extend: 3}
                                  ^`},
	{"negative fold", "datasets:\n  - ocr: {split: {train: [-1], test: [1]}}\n", `
2:27: impossible split: fold -1 is negative
      - ocr: {split: {train: [-1], test: [1]}}
                              ^`},
	{"no folds", "datasets:\n  - ocr: {split: {train: [], test: [1]}}\n", `
2:26: impossible split: train has no folds
      - ocr: {split: {train: [], test: [1]}}
                             ^`},
	{"mixed", "datasets:\n  - ocr: {split: {train: [1], test: 5}}\n", `
2:31: impossible split: one part counts instances, the other names folds
      - ocr: {split: {train: [1], test: 5}}
                                  ^
write numbers of instances, or lists of folds`},
	{"shape", "datasets:\n  - ocr: {split: half}\n", `
2:18: split must be a mapping (key: value), not the text "half"
      - ocr: {split: half}
                     ^`},
	{"side", "datasets:\n  - ocr: {split: {train: 0.5, test: 0.5}}\n", `
2:26: train must be a number of instances or a list of folds, not the number 0.5
      - ocr: {split: {train: 0.5, test: 0.5}}
                             ^`},
	{"split key", "datasets:\n  - ocr: {split: {trian: 5, test: 5}}\n", `
2:19: unknown key "trian" in split
      - ocr: {split: {trian: 5, test: 5}}
                      ^
did you mean "train"?`},
}
