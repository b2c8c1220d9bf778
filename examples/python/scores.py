"""Scores of pixels by a small convolutional network in PyTorch, for `images: {scores: logits}`.

    python3 scores.py DATA OUT [IMAGES [EPOCHS]]

DATA has the Stanford background dataset: images/ID.jpg, and labels_regions/ID.png or labels/ID.regions.txt.
OUT gets copies of so many photographs, masks and, in logits/, an array K×h×w of float16 for each, and folds.csv.
Two thirds are training images, in 4 folds. The images of a fold are scored by a network that learned from the
other folds, the test images by one that learned from all folds."""
import csv
import pathlib
import random
import sys

import numpy as np
import torch
from PIL import Image
from torch.nn import BatchNorm2d, Conv2d, ReLU, functional

LABELS, FOLDS, WIDTH, VOID = 8, 4, 32, 255


def network():
    """Convolutions with growing dilation, on photographs of a quarter of the size: scores at an eighth."""
    def layer(channels, size, stride=1, dilation=1):
        return [Conv2d(channels, WIDTH, size, stride, dilation * (size // 2), dilation), BatchNorm2d(WIDTH), ReLU()]
    shapes = [(5, 5, 2), *((WIDTH, 3, 1, dilation) for dilation in (1, 2, 4, 8))]
    return torch.nn.Sequential(*sum((layer(*shape) for shape in shapes), []), Conv2d(WIDTH, LABELS, 1))


def channels(path):
    """Red, green, blue, row and column, at a quarter of the size."""
    pixels = torch.tensor(np.asarray(Image.open(path).convert("RGB"), np.float32) / 255).permute(2, 0, 1)
    small = functional.avg_pool2d(pixels[None], 4)[0]
    row, column = torch.meshgrid(*(torch.linspace(-1, 1, n) for n in small.shape[1:]), indexing="ij")
    return torch.cat([2 * small - 1, row[None], column[None]])[None]


def train(examples, epochs, seed):
    """A network after visits to all examples in random order, each photograph mirrored half of the time."""
    torch.manual_seed(seed)
    draw, net = random.Random(seed), network()
    adam = torch.optim.Adam(net.parameters(), 0.003)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(adam, epochs * len(examples))
    for _ in range(epochs):
        for x, mask in draw.sample(examples, len(examples)):
            if draw.random() < 0.5:
                x, mask = torch.cat([x[:, :4].flip(3), x[:, 4:]], 1), mask.flip(1)
            scores = functional.interpolate(net(x), mask.shape, mode="bilinear")
            loss = functional.cross_entropy(scores, mask[None], ignore_index=VOID)
            adam.zero_grad()
            loss.backward()
            adam.step()
            rate.step()
    return net.eval()


def mask_of(data, name, out):
    """Writes the mask of a photograph as grey values, 255 for unknown. Returns it at a quarter of its size."""
    path = data / "labels_regions" / (name + ".png")
    text = data / "labels" / (name + ".regions.txt")
    mask = np.asarray(Image.open(path), np.int64) if path.exists() else np.loadtxt(text, np.int64)
    mask = np.where((mask < 0) | (mask >= LABELS), VOID, mask)
    Image.fromarray(mask.astype(np.uint8)).save(out / "masks" / (name + ".png"))
    return torch.tensor(mask)[::4, ::4]


def main(data, out, images=240, epochs=10):
    torch.set_num_threads(1)  # results must not depend on the number of threads
    data, out, images = pathlib.Path(data), pathlib.Path(out), int(images)
    for folder in "photos", "masks", "logits":
        (out / folder).mkdir(parents=True, exist_ok=True)
    names = random.Random(1).sample(sorted(p.stem for p in (data / "images").glob("*.jpg")), images)
    examples = []
    for name in names:
        photo = data / "images" / (name + ".jpg")
        (out / "photos" / photo.name).write_bytes(photo.read_bytes())
        examples.append((channels(photo), mask_of(data, name, out)))
    fold = [i % FOLDS if 3 * i < 2 * images else "" for i in range(images)]
    for f in [*range(FOLDS), ""]:
        net = train([e for e, of in zip(examples, fold) if of not in (f, "")], int(epochs), FOLDS if f == "" else f)
        for name, (x, _), of in zip(names, examples, fold):
            if of == f:
                with torch.no_grad():
                    np.save(out / "logits" / (name + ".npy"), net(x)[0].numpy().astype(np.float16))
    with open(out / "logits" / "folds.csv", "w", newline="") as file:
        csv.writer(file).writerows([("image", "fold"), *zip(names, fold)])


if __name__ == "__main__":
    main(*sys.argv[1:])
