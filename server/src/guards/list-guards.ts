import type { GuardView } from '@bank/contract/guards/view'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import { findAccountsOfUser, findMainAccount } from '../accounts/account.ts'
import { recordUserOpened } from '../admin/users/user-opened.ts'
import type { Bank } from '../bank.ts'
import { bankDayOf, bankLimitsAt, type GuardRow, type Limits, limitsAt } from '../books/rows/guards.ts'
import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findGuards, noLimits } from './guard.ts'
import { findSentToNew } from './paid-beneficiary.ts'
import { pinRecoveryLimitView } from './pin-recovery-limit.ts'

/** The limits of what the caller sends to others, for each currency of their open accounts, and how much of them is used. */
export const listGuards: Verb<'listGuards'> = ({ bank, actor, now }) => guardsOf(bank, actor.userId, now)

/** The same of a user, for staff. Writes an audit event. */
export const listGuardsOfUser: Verb<'listGuardsOfUser'> = async ({ bank, actor, params, now }) => {
  if (!(await findMainAccount(bank.db, params.id))) throw new Refusal('user_not_found')
  await recordUserOpened(bank, { actorId: actor.userId, userId: params.id, now })
  return guardsOf(bank, params.id, now)
}

async function guardsOf({ db, config }: Bank, userId: string, now: Date) {
  const [accounts, guards, sentToNew] = await Promise.all([
    findAccountsOfUser(db, userId),
    findGuards(db, userId),
    config.newBeneficiaryLimitMinor === null ? noneSent : findSentToNew(db, userId, now),
  ])
  const open = accounts.filter(({ closedAt }) => closedAt === null)
  const currencies = new Set(open.map(({ currency }) => currency))
  return {
    guards: [...currencies].map((currency) => {
      const guard = guards.find((each) => each.currency === currency)
      return {
        ...guardView(currency, guard, config, now),
        newBeneficiaries: newBeneficiariesView(config, sentToNew.get(currency) ?? 0n),
        recovery: guard ? pinRecoveryLimitView(guard, config, now) : null,
      }
    }),
  }
}

const noneSent: ReadonlyMap<Currency, bigint> = new Map()

function newBeneficiariesView(
  { newBeneficiaryLimitMinor: limitMinor }: Bank['config'],
  sentMinor: bigint,
): GuardView['newBeneficiaries'] {
  return limitMinor === null ? null : { limit: formatMinor(limitMinor), sent: formatMinor(sentMinor) }
}

function guardView(currency: Currency, guard: GuardRow | undefined, config: Bank['config'], now: Date) {
  const nextFrom = Number(guard?.next_from_ms ?? 0)
  const { dayLimitMinor: day, monthLimitMinor: month, timeZone } = config
  const bank = textsOf({
    payment: null,
    ...(guard ? bankLimitsAt(guard, now.getTime(), config) : { day, month }),
  })
  return {
    currency,
    limits: textsOf(guard ? limitsAt(guard, now.getTime()) : noLimits),
    next:
      guard && nextFrom > now.getTime()
        ? { ...textsOf(limitsAt(guard, nextFrom)), from: new Date(nextFrom) }
        : null,
    bank: { day: bank.day, month: bank.month },
    sent: guard ? sentOf(guard, bankDayOf(now, timeZone).day) : null,
  }
}

/** What was sent on a day and in its month: nothing when it was counted last on an earlier one. */
function sentOf(guard: GuardRow, day: string): GuardView['sent'] {
  return {
    day: formatMinor(guard.day >= day ? guard.day_sent : 0n),
    month: formatMinor(guard.month >= day.slice(0, 7) ? guard.month_sent : 0n),
  }
}

function textsOf({ payment, day, month }: Limits): GuardView['limits'] {
  const text = (limit: bigint | null) => (limit === null ? null : formatMinor(limit))
  return { payment: text(payment), day: text(day), month: text(month) }
}
