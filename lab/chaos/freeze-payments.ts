import { setTimeout as wait } from 'node:timers/promises'
import { type BankRequest, sessionOf } from './ask.ts'
import type { Chance } from './chance.ts'
import type { Customer } from './people.ts'
import type { FreezeIntent, FundingIntent } from './records.ts'
import { fundingRequest, transferOut, transferRequest } from './requests.ts'
import { sendIntent } from './send-intent.ts'
import type { Work } from './workload.ts'

// Each round costs the bank two password hashes.
const pauseMilliseconds = 500

/**
 * One customer, again and again until the run is over: sends money, freezes all payments meanwhile, tries to send more once the bank has
 * acknowledged that, and allows payments again.
 */
export async function freezeAgainAndAgain(work: Work, customer: Customer, chance: Chance): Promise<void> {
  const { number, pin } = customer
  let { cookie } = customer

  function pay() {
    const intent = transferOut(chance.id(), number, '0.10')
    const refusals = ['payments_frozen', 'balance_insufficient']
    return sendIntent(work, intent, transferRequest(intent, { cookie, pin }), { refusals })
  }

  function freeze() {
    const intent: FreezeIntent = { kind: 'freeze', key: chance.id(), account: number, isFrozen: true }
    return sendIntent(work, intent, { method: 'PUT', path: '/api/me/freeze', cookie })
  }

  while (!work.isOver()) {
    const funding: FundingIntent = { kind: 'funding', key: chance.id(), to: number, amount: '1.00' }
    await sendIntent(work, funding, fundingRequest(funding, customer, work.administrators[0]!))
    await Promise.all([pay(), pay(), freeze(), pay()])
    await Promise.all([pay(), pay()])
    const renewed = work.isOver() ? undefined : await thaw(work, customer, chance.id())
    if (renewed === undefined) return
    cookie = renewed
    await pay()
    if (!work.isOver()) await wait(pauseMilliseconds)
  }
}

// An answer that is lost takes its cookie along, and everything begins anew.
const triesMax = 50

/** Signs in, confirms that with the password, and allows payments. Returns the new cookie, undefined when the bank does not answer. */
async function thaw(
  { bank, log, findings, acknowledged }: Work,
  { number: account, email, password }: Customer,
  key: string,
): Promise<string | undefined> {
  await log.intend({ kind: 'freeze', key, account, isFrozen: false })
  for (let tries = 0; tries < triesMax; tries++) {
    let cookie: string | undefined
    const steps: Pick<BankRequest, 'method' | 'path' | 'body'>[] = [
      { method: 'POST', path: '/api/sessions', body: { email, password } },
      { method: 'POST', path: '/api/sessions/current/confirmation', body: { password } },
      { method: 'DELETE', path: '/api/me/freeze' },
    ]
    for (const step of steps) {
      const answer = await bank.askUntilAnswered({ ...step, cookie })
      if (answer === undefined) return undefined
      cookie = answer.status < 300 ? sessionOf(answer) : undefined
      if (cookie === undefined) break
    }
    if (cookie === undefined) continue
    log.conclude({ kind: 'outcome', key, was: 'ok' })
    acknowledged.freeze++
    return cookie
  }
  findings.report({ what: 'unexpected answer', detail: `${email} cannot allow payments again` })
  return undefined
}
