# SPDX-License-Identifier: Apache-2.0
"""An engine with its DMA: descriptors, rings and memory, for the tests."""

import contextlib
import ctypes
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from model import Block, Map, words

MEMORY = 1 << 18
RING, ENTRIES = 0x400, 8
GUARD = 0xA5
DONE, REFUSED, MISMATCH = 1 << 31, 1 << 30, 1 << 29  # of a descriptor's status and DIRECT_STATUS
# udma: the AXI of the blocks themselves; wb and ahb: behind the bridges, as hw/hasher_wb and its like join them.
BUS = os.environ.get("OB_RTL_BUS", "udma")
# The library whose whole state can be searched. It is slower; behind the bridges there is no other.
SEARCHABLE = "-state" if BUS == "udma" else ""
# In which order the memory takes address and data of a write: enum axi_order of hw/lib/tb/axi_memory.h.
ORDERS = {"address first": 0, "data offered": 1, "data first": 2, "together": 3}


@dataclass
class Job:
    """One descriptor: registers to load, data in, bytes out, registers to store."""

    param_reg: int
    params: list[int]
    data: list[tuple[bytes, bool]] = field(default_factory=list)  # segments, and whether each ends its word
    out: list[int] = field(default_factory=list)  # lengths of the segments
    result_reg: int = 0
    result_words: int = 0
    in_lane: int = 0
    out_lane: int = 0
    irq: bool = False
    # where it went
    at: int = 0
    out_at: list[int] = field(default_factory=list)
    result_at: int = 0


class UdmaBlock(Block):
    """Drives the registers of udma at 0x1000 and the memory behind it, on the bus that environment OB_RTL_BUS names."""

    def __init__(self, ip: str, variant: str = "", **kw: int) -> None:
        super().__init__(f"{ip}_{BUS}", ip, variant=variant, **kw)
        self.udma = Map("udma")
        self.rand = random.Random(kw.get("seed", 1))
        self.next_free, self.head = 0x1000, 0
        self.shared = False  # one bus for the CPU and the DMA: the memory does nothing while the CPU has it
        self.wait_idle()

    def poke(self, reg: str | int, value: int, index: int = 0, strobe: int = 15) -> int:
        with self.bus():
            return super().poke(reg, value, index, strobe)

    def peek(self, reg: str | int, index: int = 0) -> tuple[int, int]:
        with self.bus():
            return super().peek(reg, index)

    @contextlib.contextmanager
    def bus(self) -> Iterator[None]:
        """The CPU has the bus. If it is shared, the memory answers nothing meanwhile; the DMA has its turn after it."""
        if not self.shared:
            yield
            return
        with self.hung():
            yield
        self.run(2)

    @contextlib.contextmanager
    def hung(self) -> Iterator[None]:
        """The memory answers nothing meanwhile."""
        self.lib.tb_mem_hang(self.tb, 1)
        try:
            yield
        finally:
            self.lib.tb_mem_hang(self.tb, 0)

    def all_resets(self) -> dict[str, tuple[int, int]]:
        """As resets(), of the engine's registers and udma's."""
        own = {f"udma.{name}": pair for name, pair in self.resets(self.udma, 0x1000).items()}
        return self.resets(self.map) | own

    # ---- memory ----

    def store(self, addr: int, data: bytes) -> None:
        self.lib.tb_mem_write(self.tb, addr, data, ctypes.c_size_t(len(data)))

    def fetch(self, addr: int, length: int) -> bytes:
        buffer = (ctypes.c_uint8 * max(length, 1))()
        self.lib.tb_mem_read(self.tb, addr, buffer, ctypes.c_size_t(length))
        return bytes(buffer)[:length]

    def alloc(self, length: int, align: int = 1) -> int:
        """A place with guard bytes around it, at any alignment unless told; the memory is reused in a circle."""
        if self.next_free + length + 200 > MEMORY:
            self.next_free = 0x1000
        self.next_free += 64 + self.rand.randrange(40)
        if self.rand.random() < 0.2:  # up to the edge of a page, so that bursts have to end there
            edge = (self.next_free // 4096 + 1) * 4096 - self.rand.randrange(1, 40)
            if edge + length + 200 < MEMORY:
                self.next_free = edge
        addr = -(-self.next_free // align) * align
        self.next_free = addr + length
        self.store(addr - 8, bytes([GUARD]) * (length + 16))
        return addr

    def guarded(self, addr: int, length: int) -> bool:
        """Whether nothing around a place was written."""
        return self.fetch(addr - 8, 8) == self.fetch(addr + length, 8) == bytes([GUARD]) * 8

    # ---- registers of udma ----

    def u_write(self, reg: str, value: int) -> None:
        self.write(0x1000 + self.udma[reg], value)

    def u_poke(self, reg: str, value: int) -> int:
        return self.poke(0x1000 + self.udma[reg], value)

    def u_read(self, reg: str) -> int:
        return self.read(0x1000 + self.udma[reg])

    def u_idle(self) -> None:
        end = self.cycles + self.WAIT
        while self.u_read("STATUS"):
            assert self.cycles < end, "udma is busy for too long"

    def u_outcome(self) -> int:
        """DIRECT_STATUS at the end of a direct command."""
        end = self.cycles + self.WAIT
        while not self.u_read("DIRECT_STATUS"):
            assert self.cycles < end, "a direct command takes too long"
        assert self.u_read("STATUS") == 0 and self.u_read("EVENT") & 1
        self.u_write("EVENT", 0x1F)
        assert self.lib.tb_violations(self.tb) == 0
        return self.u_read("DIRECT_STATUS")

    def order(self, name: str) -> None:
        """In which order the memory takes the parts of a write; without effect on the other buses, which have one."""
        self.lib.tb_mem_order(self.tb, ORDERS[name])

    def any_order(self) -> None:
        self.order(self.rand.choice(list(ORDERS)))

    def start_ring(self) -> None:
        self.u_write("CONTROL", 0)
        self.u_idle()
        self.u_write("RING_BASE", RING)
        self.u_write("RING_LAST", ENTRIES - 1)
        self.u_write("CONTROL", 1)
        self.head = 0

    # ---- jobs ----

    def segments(self, rows: list[tuple[int, int]]) -> tuple[int, int, bool]:
        """Address, length and whether they are those of a list, for (address, length) segments."""
        if len(rows) == 1 and not rows[0][1] >> 31:
            return (*rows[0], False)
        if not rows:
            return 0, 0, False
        at = self.alloc(8 * len(rows), 4)
        self.store(at, b"".join(v.to_bytes(4, "little") for row in rows for v in row))
        return at, len(rows), True

    def place(self, job: Job) -> None:
        """Put a job's data and descriptor into memory, at the ring's head."""
        params = self.alloc(4 * len(job.params), 4)
        self.store(params, b"".join((w & 0xFFFFFFFF).to_bytes(4, "little") for w in job.params))
        rows = []
        for data, pad in job.data:
            at = self.alloc(len(data))
            self.store(at, data)
            rows.append((at, len(data) | (1 << 31 if pad else 0)))
        in_addr, in_len, in_list = self.segments(rows)
        job.out_at = [self.alloc(n) for n in job.out]
        out_addr, out_len, out_list = self.segments(list(zip(job.out_at, job.out, strict=True)))
        job.result_at = self.alloc(4 * job.result_words)
        word0 = job.param_reg // 4 | len(job.params) << 10 | job.irq << 16 | in_list << 17 | out_list << 18
        word0 |= job.in_lane << 20 | job.out_lane << 22
        word1 = job.result_reg // 4 | job.result_words << 10
        job.at = RING + 32 * self.head
        desc = (word0, word1, params, job.result_at, in_addr, in_len, out_addr, out_len)
        self.store(job.at, b"".join(w.to_bytes(4, "little") for w in desc))
        self.head = (self.head + 1) % ENTRIES

    def status(self, job: Job) -> int:
        return int.from_bytes(self.fetch(job.at + 4, 4), "little")

    def run_jobs(self, *jobs: Job) -> None:
        """Chain all jobs by one write, and wait for the last; every write must be inside its place."""
        for job in jobs:
            self.place(job)
        self.u_write("HEAD", self.head)
        end = self.cycles + self.WAIT
        while self.u_read("TAIL") != self.head:
            assert self.cycles < end, "a descriptor takes too long"
        assert self.lib.tb_violations(self.tb) == 0
        for job in jobs:
            for at, n in zip(job.out_at, job.out, strict=True):
                assert self.guarded(at, n), "bytes beside the output were written"
            assert self.guarded(job.result_at, 4 * job.result_words)

    def words_of(self, job: Job) -> list[tuple[str, int]]:
        """The words that the DMA reads and writes for a job in memory, beside its data: what each is of, and its
        address."""
        word0, _, params, _, in_at, _, out_at, _ = (
            int.from_bytes(self.fetch(job.at + 4 * i, 4), "little") for i in range(8)
        )
        first, last = job.result_at // 4, (job.result_at + 4 * job.result_words + 3) // 4
        places = (
            ("desc", job.at, 8),
            ("params", params, len(job.params)),
            ("in list", in_at, 2 * len(job.data) if word0 >> 17 & 1 else 0),
            ("out list", out_at, 2 * len(job.out) if word0 >> 18 & 1 else 0),
            ("result", 4 * first, last - first if job.result_words else 0),
            ("status", job.at + 4, 1),
        )
        return [(what, at + 4 * i) for what, at, n in places for i in range(n)]

    def fails_at(self, job: Job, at: int, code: int, writes: bool = False) -> None:
        """Run a job in memory whose word at this address answers with an error, with writes only when it is written:
        the block stops, says where, gives the job no status, wipes the engine, and begins anew."""
        self.u_write("EVENT", 0x3F)
        self.lib.tb_mem_code(self.tb, code)
        self.lib.tb_mem_bad_reads(self.tb, not writes)
        self.lib.tb_mem_bad(self.tb, at, at + 4)
        self.u_write("HEAD", self.head)
        self.u_idle()
        assert (self.u_read("CONTROL"), self.u_read("EVENT")) == (0, 4), (hex(at), hex(self.u_read("EVENT")))
        burst = self.u_read("ERROR_ADDR")
        assert burst <= at < burst + 64, (hex(burst), hex(at))
        assert self.status(job) & DONE == 0
        assert self.u_read("TAIL") != self.head
        assert self.lib.tb_violations(self.tb) == 0
        self.lib.tb_mem_bad(self.tb, 0, 0)
        self.lib.tb_mem_bad_reads(self.tb, True)
        self.u_write("EVENT", 0x1F)
        self.wait_idle()
        self.write("EVENT", 0xFF)  # of the engine, which may have refused what came with the error
        self.start_ring()

    def each_failure(self, job: Callable[[], Job], code: int) -> Iterator[str]:
        """Fail each word beside the data of a job, which is made anew each time: what the word was of."""
        n = 0
        self.place(bad := job())
        while n < len(places := self.words_of(bad)):
            what, at = places[n]
            self.fails_at(bad, at, code, what in ("result", "status"))
            yield what
            n += 1
            self.place(bad := job())
        self.start_ring()

    def words_found(self, wanted: list[int], show: bool = False) -> int:
        """How many variables and memories hold one of the words, of a block that is built to be searched. show
        prints the first 20 of them."""
        array = (ctypes.c_uint32 * len(wanted))(*wanted)
        return self.lib.tb_find(self.tb, array, ctypes.c_size_t(len(wanted)), show)

    def found(self, *secrets: bytes, show: bool = False) -> int:
        """As words_found(), for the words of secrets, which have whole words."""
        return self.words_found([word for secret in secrets for word in words(secret)], show)

    def output(self, job: Job) -> bytes:
        return b"".join(self.fetch(at, n) for at, n in zip(job.out_at, job.out, strict=True))

    def result(self, job: Job) -> bytes:
        return self.fetch(job.result_at, 4 * job.result_words)

    def cut(self, data: bytes, most: int = 5) -> list[bytes]:
        """data in pieces of any length, some of them empty."""
        n = self.rand.randrange(1, most)
        marks = sorted(self.rand.randrange(len(data) + 1) for _ in range(n - 1))
        return [data[a:b] for a, b in zip([0, *marks], [*marks, len(data)], strict=True)]

    def took(self, cycles: int, on_axi: int, latency: int, of: str) -> None:
        """Judge the cycles of a request by those on the blocks' own AXI: exactly there; a bridge may add 6 %, and 25 %
        where the memory's latency is longer, since its bus doesn't read and write at the same time."""
        if BUS == "udma":
            assert cycles == on_axi, (of, cycles, on_axi)
        else:
            assert cycles <= on_axi * (1.06 if latency == 1 else 1.25), (of, cycles, on_axi)
