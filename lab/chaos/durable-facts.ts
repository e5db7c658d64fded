import { sessionOf } from './ask.ts'
import type { Chance } from './chance.ts'
import { type Customer, openCustomers } from './people.ts'
import { transferOut, transferRequest } from './requests.ts'
import { sendIntent } from './send-intent.ts'
import type { Work } from './workload.ts'

/** Checks that an ended session, a changed PIN and a locked PIN outlast every fault (I10). */
export type DurableFacts = { readonly check: () => Promise<void> }

// The lock of a PIN lasts 30 minutes.
const lockedMilliseconds = 25 * 60_000

/** Ends a session, changes a PIN and locks another. */
export async function makeDurableFacts(
  address: () => string,
  work: Work,
  chance: Chance,
): Promise<DurableFacts> {
  const { findings, bank } = work
  const open = (count: number, name: string) =>
    openCustomers(address(), { count, administrator: work.administrators[0]!, chance, name })
  const anyTransfer = ({ number }: Customer) => transferOut(chance.id(), number, '1.00')
  const [leaver, changer] = (await open(2, 'remembered')) as [Customer, Customer]

  await bank.askUntilAnswered({ method: 'DELETE', path: '/api/sessions/current', cookie: leaver.cookie })
  const newPin = `${changer.pin}7`
  const changed = await bank.askUntilAnswered({
    method: 'PUT',
    path: '/api/me/pin',
    cookie: changer.cookie,
    body: { current_pin: changer.pin, new_pin: newPin },
  })
  const cookie = (changed && sessionOf(changed)) ?? changer.cookie
  let locked = await lockPin()
  let lockedAt = performance.now()

  /** A new customer after five wrong PINs in a row. */
  async function lockPin(): Promise<Customer> {
    const [customer] = (await open(1, `locked-${chance.id()}`)) as [Customer]
    for (let tries = 0; tries < 5; tries++) {
      await bank.askUntilAnswered(transferRequest(anyTransfer(customer), { ...customer, pin: '00000000' }))
    }
    return customer
  }

  async function expectRefusal(customer: Customer, code: string): Promise<void> {
    const intent = anyTransfer(customer)
    const result = await sendIntent(work, intent, transferRequest(intent, customer), { refusals: [code] })
    if (result?.was !== 'ok') return
    findings.report({
      what: 'forgotten',
      detail: `${customer.email} has sent money, which ${code} should have refused`,
    })
  }

  return {
    async check() {
      const answer = await bank.askUntilAnswered({ method: 'GET', path: '/api/me', cookie: leaver.cookie })
      if (answer !== undefined && answer.status !== 401) {
        findings.report({ what: 'forgotten', detail: `an ended session is answered with ${answer.status}` })
      }
      if (performance.now() - lockedAt > lockedMilliseconds) {
        locked = await lockPin()
        lockedAt = performance.now()
      }
      await expectRefusal(locked, 'pin_locked')
      // The old PIN is wrong now; the new one resets the count of wrong ones.
      await expectRefusal({ ...changer, cookie }, 'pin_incorrect')
      await expectRefusal({ ...changer, cookie, pin: newPin }, 'balance_insufficient')
    },
  }
}
