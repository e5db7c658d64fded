import { createHash } from 'node:crypto'
import type { Finding } from '../records.ts'

/** An event of the audit log. */
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

/** A batch of a writer, or, where `isThere` is false, the postings that name it. */
export type BatchRow = {
  readonly writerId: string
  readonly batchNo: bigint
  readonly isThere: boolean
  readonly postings: bigint
}

/** Checks the chains (I9): no audit event is missing or changed, the last is the head, and no batch is missing or empty. */
export function checkChains(
  events: readonly AuditRow[],
  head: { readonly seq: bigint; readonly hash: string },
  batches: readonly BatchRow[],
): Finding[] {
  return [...checkAudit(events, head), ...checkBatches(batches)]
}

const broken = (detail: string): Finding => ({ what: 'broken chain', detail })

function checkAudit(events: readonly AuditRow[], head: { seq: bigint; hash: string }): Finding[] {
  let seq = 0n
  let hash = '00'.repeat(32)
  for (const event of events) {
    if (event.seq !== seq + 1n) return [broken(`audit event ${event.seq} follows ${seq}`)]
    seq = event.seq
    hash = createHash('sha256')
      .update(Buffer.from(hash, 'hex'))
      .update(`${seq} ${textOf(event)}`)
      .digest('hex')
    if (hash !== event.hash) return [broken(`the hash of audit event ${seq} does not match its contents`)]
  }
  if (head.seq === seq && head.hash === hash) return []
  return [broken(`the audit chain ends at ${seq}, and its head is ${head.seq}`)]
}

/** The text that an event's hash covers. */
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
      if (batchNo !== last + 1n) findings.push(broken(`${name} follows batch ${last}`))
      if (!isThere) findings.push(broken(`${name} is missing, and its postings exist`))
      if (postings === 0n) findings.push(broken(`${name} has no postings`))
      last = batchNo
    }
  }
  return findings
}
