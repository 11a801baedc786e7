"""MCAP: messages of many topics in one file, in chunks that may be packed."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from armwright.inputs import opened
from armwright.signals.columns import ColumnsFile
from armwright.signals.flat import FlatLog
from armwright.signals.formats import messages
from armwright.signals.formats.column_reader import ColumnReader, needed, refusing
from armwright.signals.formats.messages import Topic
from armwright.signals.formats.topics import definition, messages_of

#: Bytes of a record, and of a chunk when it is unpacked.
LARGEST = 2**28


def reader(path: Path, columns: ColumnsFile) -> ColumnReader:
    needed("mcap", str(path))
    return messages.reader(lambda: _messages(path), columns, str(path))


def _messages(path: Path) -> Iterator[tuple[Topic, int, bytes]]:
    """In the order of the file."""
    from mcap.exceptions import McapError
    from mcap.records import Channel, Message, Schema

    errors = (McapError, ValueError, KeyError, TypeError, OverflowError, MemoryError, EOFError)
    kinds: dict[int, str] = {}
    topics: dict[int, Topic] = {}
    with refusing("MCAP", str(path), *errors, *_broken()), opened(path) as file:
        for record in _records(file):
            if isinstance(record, Schema):
                kinds[record.id] = record.name
            elif isinstance(record, Channel):
                kind = kinds.get(record.schema_id, "")
                topics[record.id] = Topic(record.topic, kind, record.message_encoding)
            elif isinstance(record, Message) and record.channel_id in topics:
                topic = topics[record.channel_id]
                if topic.encoding in ("cdr", "json"):
                    yield topic, record.log_time, record.data


def _records(file: BinaryIO) -> Iterator[Any]:
    from mcap.records import Chunk
    from mcap.stream_reader import StreamReader, breakup_chunk

    reader = StreamReader(file, emit_chunks=True, record_size_limit=LARGEST)
    for record in reader.records:
        if isinstance(record, Chunk):
            yield from breakup_chunk(_unpacked(record), validate_crc=True)
        else:
            yield record


def _unpacked(chunk: Any) -> Any:
    """No more of it than it says, and than there is room for: a small chunk can unpack to GBs."""
    size = chunk.uncompressed_size
    if size > LARGEST:
        raise ValueError(f"a chunk of {size} bytes is too big")
    if chunk.compression == "zstd":
        zstandard = needed("zstandard", "MCAP")
        data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(chunk.data)).read(size + 1)
    elif chunk.compression == "lz4":
        lz4 = needed("lz4.frame", "MCAP")
        data = lz4.LZ4FrameDecompressor().decompress(chunk.data, max_length=size + 1)
    elif not chunk.compression:
        data = chunk.data
    else:
        raise ValueError(f"chunks are packed by '{chunk.compression}', which is not known")
    if len(data) != size:
        raise ValueError(f"a chunk does not unpack to the {size} bytes that it says")
    return dataclasses.replace(chunk, data=data, compression="")


def _broken() -> tuple[type[Exception], ...]:
    """What the libraries that unpack chunks raise."""
    import struct

    found: list[type[Exception]] = [struct.error, RuntimeError, OSError]
    try:
        import zstandard

        found.append(zstandard.ZstdError)
    except ImportError:
        pass
    return tuple(found)


def write(file: BinaryIO, log: FlatLog) -> None:
    """As ROS 2 would: CDR messages, with the definitions of their types."""
    needed("mcap", "log")
    from mcap.writer import Writer

    writer: Any = Writer(file)
    writer.start(profile="ros2", library="armwright")
    channels: dict[Topic, int] = {}
    schemas: dict[str, int] = {}
    for topic, stamp, content in messages_of(log):
        if topic.kind not in schemas:
            schemas[topic.kind] = writer.register_schema(
                topic.kind, "ros2msg", definition(topic.kind).encode()
            )
        if topic not in channels:
            channels[topic] = writer.register_channel(topic.name, "cdr", schemas[topic.kind])
        writer.add_message(channels[topic], stamp, content, stamp)
    writer.finish()
