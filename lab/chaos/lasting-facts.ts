import { ask, sessionOf } from './ask.ts'
import type { Chance } from './chance.ts'
import { type Customer, openCustomers } from './people.ts'
import type { TransferIntent } from './records.ts'
import { sendOnce } from './send-once.ts'
import { transferBody } from './transfer-body.ts'
import type { Work } from './workload.ts'

/** What the bank has to remember about people, whatever is killed (I10). */
export type LastingFacts = {
  /** Asks for all of it again. */
  readonly check: () => Promise<void>
}

// The lock of a PIN lasts 30 minutes.
const lockedMilliseconds = 25 * 60_000

/** Ends a session, changes a PIN and locks another: three things that a bank must not forget. */
export async function makeLastingFacts(
  address: () => string,
  work: Work,
  chance: Chance,
): Promise<LastingFacts> {
  const { findings, counter } = work
  const [leaver, changer] = (await openCustomers(address(), {
    count: 2,
    clerk: work.clerks[0]!,
    chance,
    name: 'remembered',
  })) as [Customer, Customer]

  const ended = leaver.cookie
  await counter.insist({ method: 'DELETE', path: '/api/sessions/current', cookie: ended })
  const changed = await counter.insist({
    method: 'PUT',
    path: '/api/me/pin',
    cookie: changer.cookie,
    body: { current_pin: changer.pin, new_pin: `${changer.pin}7` },
  })
  const cookie = (changed && sessionOf(changed)) ?? changer.cookie
  let locked = await lockPin(address(), work, chance)
  let lockedAt = performance.now()

  async function expectRefusal(customer: Customer, code: string): Promise<void> {
    const intent = transferOf(customer, chance)
    const question = {
      method: 'POST',
      path: '/api/transfers',
      cookie: customer.cookie,
      body: transferBody(intent, customer.pin),
    } as const
    const sent = await sendOnce(work, intent, question, { copies: 1, refusals: [code] })
    if (sent?.was !== 'ok') return
    findings.report({ what: 'forgotten', detail: `${code}: ${customer.email} has sent money all the same` })
  }

  return {
    async check() {
      const answer = await counter.insist({ method: 'GET', path: '/api/me', cookie: ended })
      if (answer !== undefined && answer.status !== 401) {
        findings.report({ what: 'forgotten', detail: `an ended session is answered with ${answer.status}` })
      }
      if (performance.now() - lockedAt > lockedMilliseconds) {
        locked = await lockPin(address(), work, chance)
        lockedAt = performance.now()
      }
      await expectRefusal(locked, 'pin_locked')
      // The old PIN is wrong now; the new one starts the count of wrong ones anew.
      await expectRefusal({ ...changer, cookie }, 'pin_incorrect')
      await expectRefusal({ ...changer, cookie, pin: `${changer.pin}7` }, 'balance_insufficient')
    },
  }
}

/** A new customer, with five wrong PINs in a row. */
async function lockPin(address: string, work: Work, chance: Chance): Promise<Customer> {
  const [customer] = (await openCustomers(address, {
    count: 1,
    clerk: work.clerks[0]!,
    chance,
    name: `locked-${chance.id()}`,
  })) as [Customer]
  for (let tries = 0; tries < 5; tries++) {
    const body = transferBody(transferOf(customer, chance), '00000000')
    await ask(address, { method: 'POST', path: '/api/transfers', cookie: customer.cookie, body })
  }
  return customer
}

function transferOf({ number }: Customer, chance: Chance): TransferIntent {
  return {
    kind: 'transfer',
    key: chance.id(),
    from: number,
    to: '5550001111',
    isInside: false,
    amount: '1.00',
  }
}
