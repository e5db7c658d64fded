import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BalanceWrite, planFunding } from './funding-of-balance.ts'

const start = Date.UTC(2026, 10, 22, 12)
const at = (seconds: number) => new Date(start + seconds * 1_000)
const none = () => false

/** A write at second 60. `told` lists the entry, the balance in whole units and the second of each answer. */
function write(
  written: number,
  told: readonly (readonly [entry: number, balance: number, second: number])[],
  present: number = told.at(-1)?.[1] ?? 0,
): BalanceWrite {
  return {
    administratorId: 'clara',
    userId: 'alice',
    writtenMinor: BigInt(written * 100),
    told: told.map(([entry, balance, second]) => ({
      entrySeq: BigInt(entry),
      balanceMinor: BigInt(balance * 100),
      firstToldAt: at(second),
      presentMinor: BigInt(present * 100),
    })),
    now: at(60),
  }
}

describe('a balance that an administrator writes', () => {
  test('above the balance that was read is a funding of the difference, however old the balance is', async () => {
    expect(await planFunding(write(150, [[1, 100, 0]]), none)).toMatchObject({
      means: 'fund',
      amountMinor: 50_00n,
    })
    // The customer has spent 30 in the meantime: the administrator still wants to add 50.
    expect(await planFunding(write(150, [[1, 100, 0]], 70), none)).toMatchObject({ amountMinor: 50_00n })
    const told = [
      [1, 100, 0],
      [2, 70, 55],
    ] as const
    expect(await planFunding(write(120, told), none)).toMatchObject({ amountMinor: 50_00n })
  })

  test('equal to the balance that was read is a no-op, and below it a refusal', async () => {
    expect(await planFunding(write(100, [[1, 100, 0]]), none)).toEqual({ means: 'no-op' })
    expect(await planFunding(write(99, [[1, 100, 0]]), none)).toEqual({ means: 'lower' })
  })

  for (const [circumstance, conflicting] of [
    ['no balance was read', write(150, [])],
    [
      'another balance was read less than 5 seconds ago',
      write(150, [
        [1, 100, 0],
        [2, 70, 56],
      ]),
    ],
    [
      'two balances were read less than 5 seconds ago',
      write(150, [
        [1, 100, 58],
        [2, 70, 59],
      ]),
    ],
    ['money that arrived has made up the same balance', write(150, [[1, 100, 0]], 150)],
    [
      'it is the balance of a moment ago, and another one is known',
      write(150, [
        [1, 150, 0],
        [2, 100, 57],
      ]),
    ],
  ] as const) {
    test(`is refused and books nothing when ${circumstance}`, async () => {
      expect(await planFunding(conflicting, none)).toEqual({ means: 'conflict' })
    })
  }

  test('a second time, after the first one was booked, is the same funding', async () => {
    const first = await planFunding(write(150, [[1, 100, 0]]), none)
    const booked = new Set([first.means === 'fund' ? first.transactionId : ''])
    const again = write(150, [
      [1, 100, 0],
      [2, 150, 58],
    ])
    expect(await planFunding(again, ({ transactionId }) => booked.has(transactionId))).toEqual(first)
    // Once the new balance has certainly arrived, the same figure means the same balance.
    const later = write(150, [
      [1, 100, 0],
      [2, 150, 50],
    ])
    expect(await planFunding(later, ({ transactionId }) => booked.has(transactionId))).toEqual({
      means: 'no-op',
    })
  })

  test('again after the customer has spent the first funding is another funding', async () => {
    const first = await planFunding(write(150, [[1, 100, 0]]), none)
    const booked = new Set([first.means === 'fund' ? first.transactionId : ''])
    const second = await planFunding(
      write(150, [
        [1, 100, 0],
        [2, 150, 10],
        [3, 100, 20],
      ]),
      ({ transactionId }) => booked.has(transactionId),
    )
    expect(second).toMatchObject({ means: 'fund', amountMinor: 50_00n })
    expect(second).not.toEqual(first)
  })

  test('is never a funding of another amount than the difference to a balance that was told, nor two for one balance', async () => {
    const told = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 60 })), {
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(
        told,
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 8 }),
        async (answers, written, present) => {
          const rows = answers
            .sort(([, a], [, b]) => a - b)
            .map(([balance, second], index) => [index + 1, balance, second] as const)
          const given = write(written, rows, present)
          const plan = await planFunding(given, none)
          if (plan.means !== 'fund') return
          expect(given.told.map(({ balanceMinor }) => given.writtenMinor - balanceMinor)).toContain(
            plan.amountMinor,
          )
          const repeated = await planFunding(
            given,
            ({ transactionId }) => transactionId === plan.transactionId,
          )
          expect(repeated).toEqual(plan)
        },
      ),
    )
  })

  test('by another administrator or for another user has another id, and of another amount the same', async () => {
    const given = write(150, [[1, 100, 0]])
    const others = [
      given,
      { ...given, administratorId: 'otto' },
      { ...given, userId: 'bruno' },
      write(151, [[1, 100, 0]]),
    ]
    const plans = await Promise.all(others.map((other) => planFunding(other, none)))
    const ids = plans.map((plan) => plan.means === 'fund' && plan.transactionId)
    expect([new Set(ids).size, ids[3]]).toEqual([3, ids[0]])
  })
})
