import type pg from 'pg'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import type { DatabaseAddress } from '../postgres/database-address.ts'
import { unusableArchive } from './archive-fault.ts'
import {
  lsnOf,
  lsnText,
  openReplication,
  type ReplicationClient,
  runCopyCommand,
} from './replication-client.ts'
import { openSegmentWriter } from './segment-writer.ts'
import {
  completeSegments,
  findPartSegment,
  readReceivedFacts,
  segmentBytes,
  segmentName,
  segmentNumberAt,
  segmentOf,
} from './wal-files.ts'

/** How far an archive is. */
export type Received = {
  /** Everything that was committed before this moment is in the archive; null before anything is known. */
  readonly until: string | null
  /** The WAL position up to which the archive is on its disk. */
  readonly flushed: bigint
}

/** Keeps the WAL that the archive has not received, up to `max_slot_wal_keep_size`. */
export const archiveSlot = 'truepenny_archive'

// Long enough to gather many commits for one flush of the archive's disk, short enough to lose little with the data disk.
const flushMilliseconds = 200
// PostgreSQL gives a receiver up after a minute of silence. An idle archive learns the time as often.
const reportMilliseconds = 5_000

/**
 * Receives the WAL of the server into the folder of an archive, from where the archive ends, until it is closed. `ended` rejects with
 * what stopped it: `isUnusableArchive` tells whether this archive can go on. `address` is the superuser's, `key` authenticates what is
 * received.
 */
export async function openWalReceiver(
  address: DatabaseAddress,
  { folder, key }: { folder: string; key: RotatingKey },
  onReceived: (received: Received) => void,
) {
  const client = await openReplication(address)
  let clock: pg.Client | undefined
  try {
    const start = await findStart(client, folder)
    clock = await connectOnce(address)
    const writer = openSegmentWriter(folder, { ...start, number: segmentNumberAt(start.position) }, key)
    return receive({ client, clock }, writer, start, onReceived)
  } catch (error) {
    await clock?.end()
    await client.end()
    throw error
  }
}

type Start = {
  readonly timeline: number
  readonly position: bigint
  /** What an earlier receiver has found out; null for a new archive. */
  readonly until: string | null
}

/** Where the archive ends, or, for a new one, the oldest WAL that the server keeps for it. */
async function findStart(client: ReplicationClient, folder: string): Promise<Start> {
  const system = await firstRow<{ timeline: string; xlogpos: string }>(client, 'IDENTIFY_SYSTEM')
  const timeline = Number(system.timeline)
  const kept = await keptSince(client)
  const last = segmentOf(completeSegments(folder).at(-1) ?? '')
  const received = readReceivedFacts(folder)
  const until = received?.until ?? null
  if (last === undefined) {
    const number = segmentNumberAt(kept)
    const begun = received?.name ?? findPartSegment(folder)
    if (begun !== undefined && begun !== segmentName({ timeline, number })) {
      throw unusableArchive('WAL was removed before the archive received it')
    }
    return { timeline, position: number * BigInt(segmentBytes), until }
  }
  const position = (last.number + 1n) * BigInt(segmentBytes)
  if (last.timeline !== timeline || position > lsnOf(system.xlogpos)) {
    throw unusableArchive('the archive is ahead of the data folder')
  }
  return { timeline, position, until }
}

/** The position from which the slot keeps WAL. Makes the slot when it is missing. */
async function keptSince(client: ReplicationClient): Promise<bigint> {
  const read = `READ_REPLICATION_SLOT ${archiveSlot}`
  const found = await firstRow<{ restart_lsn: string | null }>(client, read)
  if (found.restart_lsn !== null) return lsnOf(found.restart_lsn)
  await client
    .query(`CREATE_REPLICATION_SLOT ${archiveSlot} PHYSICAL (RESERVE_WAL true)`)
    .catch((error: unknown) => {
      // It exists and keeps nothing: the server gave it up when the archive was too far behind.
      throw unusableArchive('the archive was too far behind', error)
    })
  return lsnOf((await firstRow<{ restart_lsn: string }>(client, read)).restart_lsn)
}

async function firstRow<Row extends pg.QueryResultRow>(
  client: ReplicationClient,
  command: string,
): Promise<Row> {
  return (await client.query<Row>(command)).rows[0]!
}

function receive(
  { client, clock }: { client: ReplicationClient; clock: pg.Client },
  writer: ReturnType<typeof openSegmentWriter>,
  { timeline, position: start, until: known }: Start,
  onReceived: (received: Received) => void,
) {
  let position = start
  let flushed = start
  let until = known
  let mark: Mark | undefined
  let flushing: NodeJS.Timeout | undefined
  const broken = Promise.withResolvers<never>()

  function take(content: Buffer) {
    const message = readMessage(content)
    if (message === undefined) return
    if (message.start !== position) throw new Error('PostgreSQL sent WAL out of order')
    writer.write(message.wal, until ?? beginning)
    position += BigInt(message.wal.length)
    flushing ??= setTimeout(advance, flushMilliseconds)
  }

  /** Flushes what has arrived, and moves `until` to the last mark when all WAL before it is there. */
  async function advance() {
    try {
      mark ??= await readMark(clock)
      flush()
    } catch (error) {
      broken.reject(error)
      client.connection.stream.destroy()
    }
  }

  function flush() {
    clearTimeout(flushing)
    flushing = undefined
    if (mark !== undefined && position >= mark.end) {
      until = mark.time
      mark = undefined
    }
    writer.flush(until ?? beginning)
    // The mark may be older than what has just arrived: the next one is not.
    if (position !== flushed) flushing = setTimeout(advance, flushMilliseconds)
    flushed = position
    sendReport(client, flushed)
    onReceived({ until, flushed })
  }

  const reporting = setInterval(advance, reportMilliseconds)
  const ended = Promise.race([
    streamWal(client, { timeline, position: start }, take),
    broken.promise,
  ]).finally(async () => {
    clearInterval(reporting)
    clearTimeout(flushing)
    writer.close()
    await clock.end()
  })
  void advance()
  return {
    ended,
    /** Ends the stream after what has arrived is on the disk. */
    close: async () => {
      await advance()
      client.connection.stream.destroy()
      await ended.catch(() => {})
    },
  }
}

/** An end of the server's WAL, read after its clock: all that was committed before `time` ends before `end`. */
type Mark = { readonly time: string; readonly end: bigint }

/**
 * The stream itself has no such mark. The time of its messages is later than the end of the WAL that they name, and what a keepalive names
 * is only what was sent, however much is still to come.
 */
async function readMark(clock: pg.Client): Promise<Mark> {
  const { rows: times } = await clock.query<{ now: Date }>('select clock_timestamp() as now')
  const { rows: ends } = await clock.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  return { time: times[0]!.now.toISOString(), end: lsnOf(ends[0]!.lsn) }
}

/** Never resolves: a stream ends with an error, or because it is closed. */
async function streamWal(
  client: ReplicationClient,
  { timeline, position }: Pick<Start, 'timeline' | 'position'>,
  onData: (message: Buffer) => void,
): Promise<never> {
  const command = `START_REPLICATION SLOT ${archiveSlot} PHYSICAL ${lsnText(position)} TIMELINE ${timeline}`
  try {
    await runCopyCommand(client, command, { onData })
  } catch (error) {
    throw isGap(error) ? unusableArchive('WAL was removed before the archive received it', error) : error
  }
  throw new Error('PostgreSQL ended the stream of its WAL')
}

const beginning = new Date(0).toISOString()

/** The WAL in a message of the stream and where it begins; undefined for a sign that the server is alive. */
function readMessage(message: Buffer): { start: bigint; wal: Buffer } | undefined {
  if (message[0] !== 'w'.charCodeAt(0)) return undefined
  return { start: message.readBigUInt64BE(1), wal: message.subarray(25) }
}

function sendReport({ connection }: ReplicationClient, flushed: bigint): void {
  // In `pg`, and missing in its types.
  const sender = connection as pg.Connection & { sendCopyFromChunk(chunk: Buffer): void }
  sender.sendCopyFromChunk(statusUpdate(flushed))
}

/** Tells PostgreSQL how far the archive is. */
function statusUpdate(flushed: bigint): Buffer {
  const message = Buffer.alloc(34)
  message.write('r')
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(flushed, offset)
  // PostgreSQL counts microseconds since 2000.
  message.writeBigInt64BE(BigInt(Date.now() - Date.UTC(2000, 0, 1)) * 1_000n, 25)
  return message
}

function isGap(error: unknown): boolean {
  return error instanceof Error && /already been removed|can no longer|invalidat/.test(error.message)
}
