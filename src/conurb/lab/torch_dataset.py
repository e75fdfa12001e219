"""A data set for PyTorch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import torch
from torch.utils.data import IterableDataset, get_worker_info

if TYPE_CHECKING:
    from conurb.lab.dataset import Dataset


class TorchBatches(IterableDataset):
    """Batches of tensors. Give it to a DataLoader with `batch_size=None`: it makes the batches itself."""

    def __init__(self, dataset: Dataset, size: int, shuffle: int | None) -> None:
        self.dataset = dataset
        self.size = size
        self.shuffle = shuffle
        self.epoch = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        info = get_worker_info()
        worker, workers = (0, 1) if info is None else (info.id, info.num_workers)
        # A worker that is started for one epoch cannot count them; its seed is another one each time.
        epoch = self.epoch if info is None else info.seed - info.id + self.epoch
        self.epoch += 1
        batches = self.dataset.batches(self.size, shuffle=self.shuffle, epoch=epoch, worker=worker, workers=workers)
        for batch in batches:
            yield {name: torch.from_numpy(column.copy()) for name, column in batch.items()}
