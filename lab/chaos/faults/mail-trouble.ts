import { openCustomers } from '../people.ts'
import type { FaultAct } from './fault.ts'

/** F16: the mail server is down, silent or broken. Registering, which writes a mail, goes on regardless. */
export const mailTrouble: FaultAct = {
  name: 'mail host in trouble',
  id: 'F16',
  async act({ mailHost, addresses }, { chance, work }) {
    mailHost.set(chance.pick(['fails', 'hangs', 'breaks'] as const))
    await openCustomers(addresses()[0]!, {
      count: 2,
      clerk: work.clerks[0]!,
      chance,
      name: `newcomer-${chance.id()}`,
    })
    mailHost.set('takes')
    return 1
  },
}
