import { openCustomers } from '../people.ts'
import type { FundingIntent, TransferIntent } from '../records.ts'
import { sendOnce } from '../send-once.ts'
import { transferBody } from '../transfer-body.ts'
import type { FaultAct } from './fault.ts'

const width = 50

/** F15: a customer spends all of the account fifty times at once, under fifty ids. Once is right. */
export const spendTwice: FaultAct = {
  name: 'double-spend rounds, 50 wide',
  id: 'F15',
  async act({ addresses, findings }, { chance, work }) {
    const [clerk] = work.clerks
    const [spender] = await openCustomers(addresses()[0]!, {
      count: 1,
      clerk: clerk!,
      chance,
      name: `spender-${chance.id()}`,
    })
    const { userId, number: from, pin, cookie } = spender!
    const rounds = 10
    for (let round = 0; round < rounds; round++) {
      const amount = `${chance.between(1, 99)}.00`
      const funding: FundingIntent = { kind: 'funding', key: chance.id(), to: from, amount }
      const path = `/api/admin/users/${userId}/fundings`
      const body = { transactionId: funding.key, amount }
      const asClerk = { method: 'POST', path, cookie: clerk!.cookie, body } as const
      await sendOnce(work, funding, asClerk, { copies: 1, refusals: [] })
      const spent = await Promise.all(
        Array.from({ length: width }, () => {
          const intent: TransferIntent = {
            kind: 'transfer',
            key: chance.id(),
            from,
            to: '5550001111',
            isInside: false,
            amount,
          }
          const question = {
            method: 'POST',
            path: '/api/transfers',
            cookie,
            body: transferBody(intent, pin),
          } as const
          return sendOnce(work, intent, question, { copies: 1, refusals: ['balance_insufficient'] })
        }),
      )
      const times = spent.filter((sent) => sent?.was === 'ok').length
      if (times !== 1)
        findings.report({ what: 'spent twice', detail: `${amount} of ${from} was spent ${times} times` })
    }
    return rounds
  },
}
