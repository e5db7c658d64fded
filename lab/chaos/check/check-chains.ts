import { createHash } from 'node:crypto'
import type { Finding } from '../records.ts'

/** A link of the record of who did what. */
export type AuditRow = {
  readonly seq: bigint
  readonly happenedAt: Date
  readonly actorId: string | null
  readonly action: string
  readonly target: string | null
  readonly details: Readonly<Record<string, unknown>>
  /** In hexadecimal digits. */
  readonly hash: string
}

/** One batch of one writer of the books; where it is not there itself, its postings name it all the same. */
export type BatchRow = {
  readonly writerId: string
  readonly batchNo: bigint
  readonly isThere: boolean
  readonly postings: bigint
}

/**
 * The chains (I9): no event is missing from the record or was changed in it, it reaches as far as its head, and no writer's batch is
 * missing or empty.
 */
export function checkChains(
  events: readonly AuditRow[],
  head: { readonly seq: bigint; readonly hash: string },
  batches: readonly BatchRow[],
): Finding[] {
  return [...checkAudit(events, head), ...checkBatches(batches)]
}

function checkAudit(events: readonly AuditRow[], head: { seq: bigint; hash: string }): Finding[] {
  let seq = 0n
  let hash = '00'.repeat(32)
  for (const event of events) {
    if (event.seq !== seq + 1n) {
      return [{ what: 'broken chain', detail: `audit event ${event.seq} follows ${seq}` }]
    }
    seq = event.seq
    hash = createHash('sha256')
      .update(Buffer.from(hash, 'hex'))
      .update(`${seq} ${textOf(event)}`)
      .digest('hex')
    if (hash !== event.hash) {
      return [{ what: 'broken chain', detail: `audit event ${seq} does not have the hash of what it says` }]
    }
  }
  if (head.seq === seq && head.hash === hash) return []
  return [{ what: 'broken chain', detail: `the audit chain ends at ${seq}, and its head is ${head.seq}` }]
}

/** What of an event is sealed: in this order, the details by name. */
function textOf({ happenedAt, actorId, action, target, details }: AuditRow): string {
  const sorted = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([happenedAt.toISOString(), actorId, action, target, sorted])
}

function checkBatches(batches: readonly BatchRow[]): Finding[] {
  const findings: Finding[] = []
  for (const [writer, own] of Map.groupBy(batches, ({ writerId }) => writerId)) {
    let last = 0n
    for (const { batchNo, isThere, postings } of own.toSorted((a, b) => (a.batchNo < b.batchNo ? -1 : 1))) {
      const name = `batch ${batchNo} of writer ${writer}`
      if (batchNo !== last + 1n)
        findings.push({ what: 'broken chain', detail: `${name} follows batch ${last}` })
      if (!isThere) findings.push({ what: 'broken chain', detail: `${name} is not there, its postings are` })
      if (postings === 0n) findings.push({ what: 'broken chain', detail: `${name} has no postings` })
      last = batchNo
    }
  }
  return findings
}
