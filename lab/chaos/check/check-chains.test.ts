import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type AuditRow, type BatchRow, checkChains } from './check-chains.ts'

const happenedAt = new Date('2026-11-21T12:00:00.000Z')

/** Two events as the bank writes them, each with the text that its hash covers. */
function rightEvents(): AuditRow[] {
  const texts = [
    '1 ["2026-11-21T12:00:00.000Z","clara","account_activated","alice",[["after","active"],["before","inactive"]]]',
    '2 ["2026-11-21T12:00:00.000Z",null,"pin_locked","bruno",[]]',
  ]
  const first = sha256(Buffer.alloc(32), texts[0]!)
  const second = sha256(first, texts[1]!)
  const details = { before: 'inactive', after: 'active' }
  return [
    {
      seq: 1n,
      happenedAt,
      actorId: 'clara',
      action: 'account_activated',
      target: 'alice',
      details,
      hash: first.toString('hex'),
    },
    {
      seq: 2n,
      happenedAt,
      actorId: null,
      action: 'pin_locked',
      target: 'bruno',
      details: {},
      hash: second.toString('hex'),
    },
  ]
}

function sha256(before: Buffer, text: string): Buffer {
  return createHash('sha256').update(before).update(text).digest()
}

const batches: readonly BatchRow[] = [1n, 2n, 3n].map((batchNo) => ({
  writerId: 'w',
  batchNo,
  isThere: true,
  postings: 1n,
}))
const head = { seq: 2n, hash: rightEvents()[1]!.hash }

test('the chain check finds nothing wrong with intact chains, or with empty ones', () => {
  expect(checkChains(rightEvents(), head, batches)).toEqual([])
  expect(checkChains([], { seq: 0n, hash: '00'.repeat(32) }, [])).toEqual([])
})

describe('the chain check reports', () => {
  const [first, second] = rightEvents() as [AuditRow, AuditRow]
  const cases: [wrong: string, detail: string, events: AuditRow[], batches: readonly BatchRow[]][] = [
    ['a missing event', 'audit event 2 follows 0', [second], batches],
    [
      'a changed event',
      'the hash of audit event 1 does not match its contents',
      [{ ...first, target: 'bruno' }, second],
      batches,
    ],
    ['a missing last event', 'the audit chain ends at 1, and its head is 2', [first], batches],
    ['a missing batch', 'batch 3 of writer w follows batch 1', [first, second], [batches[0]!, batches[2]!]],
    [
      'a missing last batch whose postings exist',
      'batch 3 of writer w is missing, and its postings exist',
      [first, second],
      batches.map((batch) => (batch.batchNo === 3n ? { ...batch, isThere: false } : batch)),
    ],
    [
      'a batch without its postings',
      'batch 2 of writer w has no postings',
      [first, second],
      batches.map((batch) => (batch.batchNo === 2n ? { ...batch, postings: 0n } : batch)),
    ],
  ]
  for (const [wrong, detail, events, ofWriter] of cases) {
    test(wrong, () => {
      expect(checkChains(events, head, ofWriter)).toEqual([{ what: 'broken chain', detail }])
    })
  }
})
