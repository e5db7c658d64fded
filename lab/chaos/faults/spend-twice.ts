import { openCustomers } from '../people.ts'
import type { FundingIntent } from '../records.ts'
import { fundingRequest, transferOut, transferRequest } from '../requests.ts'
import { sendIntent } from '../send-intent.ts'
import type { Fault } from './fault.ts'

const rounds = 10
const width = 50

/** F15: a customer sends the whole balance in fifty transfers with different ids at once. Exactly one may succeed. */
export const spendTwice: Fault = {
  name: 'double-spend rounds, 50 wide',
  id: 'F15',
  async inject({ addresses, findings }, { chance, work }) {
    const administrator = work.administrators[0]!
    const name = `spender-${chance.id()}`
    const [opened] = await openCustomers(addresses()[0]!, { count: 1, administrator, chance, name })
    const spender = opened!
    const { number } = spender
    for (let round = 0; round < rounds; round++) {
      const amount = `${chance.between(1, 99)}.00`
      const funding: FundingIntent = { kind: 'funding', key: chance.id(), to: number, amount }
      await sendIntent(work, funding, fundingRequest(funding, spender, administrator))
      const spend = () => {
        const intent = transferOut(chance.id(), number, amount)
        const request = transferRequest(intent, spender)
        return sendIntent(work, intent, request, { refusals: ['balance_insufficient'] })
      }
      const results = await Promise.all(Array.from({ length: width }, spend))
      const times = results.filter((result) => result?.was === 'ok').length
      if (times !== 1) {
        findings.report({ what: 'spent twice', detail: `${amount} of ${number} was spent ${times} times` })
      }
    }
    return rounds
  },
}
