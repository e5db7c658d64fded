import { openCustomers } from '../people.ts'
import type { Fault } from './fault.ts'

/** F16: the mail provider fails, hangs or resets connections. Registrations, which send mail, still succeed. */
export const mailTrouble: Fault = {
  name: 'mail provider down',
  id: 'F16',
  async inject({ mailHost, addresses }, { chance, work }) {
    mailHost.set(chance.pick(['fails', 'hangs', 'breaks'] as const))
    await openCustomers(addresses()[0]!, {
      count: 2,
      administrator: work.administrators[0]!,
      chance,
      name: `newcomer-${chance.id()}`,
    })
    mailHost.set('takes')
  },
}
