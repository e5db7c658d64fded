import { describe, expect, test } from 'vitest'
import {
  newBeneficiaryMilliseconds as day,
  newBeneficiaryRefusal,
  type PaidBeneficiary,
  withCorrectedPayment,
  withPayment,
} from './new-beneficiaries.ts'

const now = 1_000 * day
const hour = day / 24
/** Dana was first paid 20 hours ago, Emil 10 hours ago, Fay just 24 hours ago, and Gus before there was a limit. */
const paid = new Map<string, PaidBeneficiary>([
  ['dana', { firstPaidAt: now - 20 * hour, sentMinor: 30n }],
  ['emil', { firstPaidAt: now - 10 * hour, sentMinor: 40n }],
  ['fay', { firstPaidAt: now - day, sentMinor: 500n }],
  ['gus', { firstPaidAt: null, sentMinor: 0n }],
])

function refusal(beneficiary: string, amountMinor: bigint, limitMinor = 100n) {
  return newBeneficiaryRefusal(paid, { beneficiary, limitMinor }, amountMinor, now)
}

describe('the limit for new beneficiaries', () => {
  test.each(['emil', 'hana'])(
    'to %s, all new beneficiaries together may be sent the limit to the last cent',
    (to) => {
      expect(refusal(to, 30n)).toBeNull()
      expect(refusal(to, 31n)).toEqual({
        code: 'guard_exceeded',
        guard: 'new_beneficiaries',
        limitMinor: 100n,
        leftMinor: 30n,
        // Dana is no longer new.
        until: now + 4 * hour,
      })
    },
  )

  test.each(['fay', 'gus'])('%s, who is no longer new, may be sent anything', (to) => {
    expect(refusal(to, 1_000_000n)).toBeNull()
    expect(withPayment(paid, { beneficiary: to, limitMinor: 100n }, 5n, now)).toBeNull()
  })

  test('the first payment of all is left the whole limit, until its beneficiary is no longer new', () => {
    expect(
      newBeneficiaryRefusal(new Map(), { beneficiary: 'hana', limitMinor: 100n }, 101n, now),
    ).toMatchObject({
      leftMinor: 100n,
      until: now + day,
    })
  })

  test('a limit below what was sent leaves nothing until enough beneficiaries are no longer new', () => {
    expect(refusal('hana', 1n, 40n)).toMatchObject({ leftMinor: 0n, until: now + 14 * hour })
    expect(refusal('hana', 1n, 41n)).toMatchObject({ leftMinor: 0n, until: now + 4 * hour })
    // Emil is no longer new himself by then.
    expect(refusal('emil', 1n, 10n)).toMatchObject({ leftMinor: 0n, until: now + 14 * hour })
  })

  test('a payment is added to what a beneficiary was sent, and begins the 24 hours of one who was never paid', () => {
    const to = (beneficiary: string) => withPayment(paid, { beneficiary, limitMinor: 100n }, 5n, now)
    expect(to('dana')).toEqual({ firstPaidAt: now - 20 * hour, sentMinor: 35n })
    expect(to('hana')).toEqual({ firstPaidAt: now, sentMinor: 5n })
  })

  test('what comes back counts no longer where it was sent while the beneficiary was new', () => {
    const dana = paid.get('dana')!
    expect(withCorrectedPayment(dana, -30n, now)).toEqual({ ...dana, sentMinor: 0n })
    expect(withCorrectedPayment(dana, 5n, dana.firstPaidAt!)).toEqual({ ...dana, sentMinor: 35n })
    expect(withCorrectedPayment(dana, -30n, dana.firstPaidAt! - 1)).toBeNull()
    expect(withCorrectedPayment(dana, -30n, dana.firstPaidAt! + day)).toBeNull()
    expect(withCorrectedPayment(paid.get('gus')!, -30n, now)).toBeNull()
  })
})
