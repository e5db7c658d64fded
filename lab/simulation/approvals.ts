import { int64Max } from '@bank/ledger/money'
import { approveAct } from '@bank/server/admin/approvals/approve-act'
import { declineAct } from '@bank/server/admin/approvals/decline-act'
import { fundAccount } from '@bank/server/admin/transactions/fund-account'
import { takeBackFunding } from '@bank/server/admin/transactions/take-back-funding'
import { Refusal } from '@bank/server/refusal'
import type { Chance } from './chance.ts'
import type { openClients } from './clients.ts'
import { modelCustomers, modelId } from './model-bank.ts'
import { type Network, sleepOn } from './model-connection.ts'
import type { Commit, ModelDatabase } from './model-database.ts'

/** The use cases of acts of two people. */
export const actsOfTwo = { fundAccount, takeBackFunding, approveAct, declineAct }
type Acts = { readonly actsOfTwo: typeof actsOfTwo }

const staff = [0, 1, 2].map((index) => modelId('9', index))

/** Has staff fund an account and take a part back. One of them asks for each act, and any of them approve and decline it at once. */
export async function actInTwos(
  network: Network,
  chance: Chance,
  { actsOfTwo, bankOf }: Acts & Pick<ReturnType<typeof openClients>, 'bankOf'>,
): Promise<void> {
  /** Calls a use case until it answers. False when it refuses. */
  async function call(name: keyof typeof actsOfTwo, userId: string, id: string, input: object, daysAgo = 0) {
    for (let tries = 0; tries < 60; tries++) {
      // Everything waits for a second person.
      const bank = { ...bankOf(), config: { approvalAboveMinor: 0n, fundingLimitMinor: int64Max } }
      const now = new Date(bank.clock() - daysAgo * 86_400_000)
      const request = { bank, actor: { userId, may: 'fund' }, params: { id }, query: {}, input, now }
      try {
        const answer = actsOfTwo[name](request as never)
        if ((await Promise.race([answer, bank.killed])) !== 'killed') return true
      } catch (error) {
        if (error instanceof Refusal && !['busy', 'outcome_unknown'].includes(error.code)) return false
      }
      await sleepOn(network, chance.between(1, 1_000))
    }
    throw new Error(`${name} of ${id} was never answered`)
  }

  /** Some acts have waited for too long. Who asked asks again at the end, as a browser without an answer does. */
  async function play(name: 'fundAccount' | 'takeBackFunding', of: string, id: string): Promise<void> {
    const maker = chance.oneOf(staff)
    const amount = BigInt(1 + chance.below(name === 'fundAccount' ? 60_00 : 20_00))
    const input = { transactionId: id, amount, reason: 'Sale of a house', again: true }
    if (!(await call(name, maker, of, input, chance.happens(0.1) ? 8 : 0))) return
    const decisions = Array.from({ length: 1 + chance.below(3) }, async () => {
      await sleepOn(network, chance.between(0, 5))
      const decider = chance.oneOf(staff)
      const decision = chance.oneOf(['approveAct', 'approveAct', 'declineAct'] as const)
      const isDone = await call(decision, decider, id, { reason: 'No such sale' })
      const isStored = network.database.tables.approvals.get(id)!.decidedBy === decider
      if (isDone && !isStored) throw new Error(`${decision} of ${id} was acknowledged, and not done`)
    })
    await Promise.all(decisions)
    await call(name, maker, of, input)
  }

  const [fundingId, takingBackId] = [modelId('b', 0), modelId('b', 1)]
  await play('fundAccount', chance.oneOf(modelCustomers).userId, fundingId)
  await play('takeBackFunding', fundingId, takingBackId)
}

/**
 * Checks each commit: an approval is decided once, before its end, by someone else than who asked for it, and what staff asked for is
 * booked under its id in the commit of the approval, with an audit event. Returns the violation, or null.
 */
export function openApprovalChecker({ tables }: ModelDatabase): (commit: Commit) => string | null {
  const decided = new Set<string>()
  return ({ changes }) => {
    const decisions = changes.filter(({ table, row }) => table === 'approvals' && row.decision)
    for (const { key, row } of decisions) {
      const { requestedBy, expiresAt } = tables.approvals.get(key)!
      if (decided.has(key)) return `approval ${key} is decided twice`
      if (row.decidedBy === requestedBy) return `approval ${key} is decided by who asked for it`
      if ((row.at as Date) >= (expiresAt as Date)) return `approval ${key} is decided after its end`
      decided.add(key)
    }
    const approved = decisions.filter(({ row }) => row.decision === 'approved')
    const booked = changes.filter(
      ({ table, row }) => table === 'postings' && staff.includes(String(row.made_by)),
    )
    const events = changes.filter(({ row }) => row.action === 'approval_given')
    const idsOf = (rows: Commit['changes']) => rows.map(({ key }) => key).join()
    const isRight = idsOf(booked) === idsOf(approved) && events.length === approved.length
    return isRight ? null : `${idsOf(booked)} is booked, and ${idsOf(approved)} approved`
  }
}
