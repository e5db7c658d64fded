import { join } from 'node:path'
import { dayOf } from '@bank/contract/bank-day'
import { openBankClient } from './bank-client.ts'
import type { Chance } from './chance.ts'
import { checkBank } from './check/check-bank.ts'
import { freezeAgainAndAgain } from './freeze-payments.ts'
import { injectFaults } from './inject-faults.ts'
import { openIntentLog } from './intent-log.ts'
import {
  type Administrator,
  type Customer,
  chooseUndoTime,
  limitDay,
  openAdministrator,
  openApprover,
  openCustomers,
  openPot,
  openSecondAccount,
} from './people.ts'
import { queryOnce } from './postgres-in-use.ts'
import type { FundingIntent } from './records.ts'
import type { Totals } from './report.ts'
import { fundingRequest } from './requests.ts'
import type { RunPart } from './run-parts.ts'
import { type Scene, timeZone } from './scene.ts'
import { sendIntent } from './send-intent.ts'
import { until } from './until.ts'
import { watchWholeBank } from './whole-bank-read.ts'
import { type Work, workAsClient } from './workload.ts'

// After the last fault every request has an outcome within a minute.
const outcomeMilliseconds = 60_000

/** Runs clients while faults are injected, waits until every request has its outcome, and checks the bank. */
export async function workThrough(
  scene: Scene,
  part: RunPart,
  { chance, totals, print }: { chance: Chance; totals: Totals; print: (line: string) => void },
): Promise<void> {
  const { findings, postgres, mailHost } = scene
  const logPath = join(scene.folder, `${part.name.replaceAll(' ', '-')}.intents`)
  const log = await openIntentLog(logPath)
  const bank = openBankClient(scene.addresses, { findings, answers: totals.answers })
  const address = scene.addresses()[0]!
  const administrators = [await openAdministrator(address), await openAdministrator(address)]
  const administrator = administrators[0]!
  const approver = await openApprover(address, { administrator, chance: chance.of('approver') })
  const freezing = { count: 1, administrator, chance: chance.of('freezer'), name: 'freezer' }
  const [freezer] = await openCustomers(address, freezing)
  const customers = await openAllCustomers(address, part.customers, administrator, chance.of('customers'))
  let isOver = false
  const work: Work = {
    customers,
    administrators,
    approver,
    bank,
    log,
    findings,
    acknowledged: totals.acknowledged,
    known: [],
    isOver: () => isOver,
    today: () => dayOf(new Date(), timeZone),
  }
  print(`${part.name}: ${customers.length} customers, ${part.clients} clients`)
  const reads = watchWholeBank(postgres, findings)
  await fundHesitant(work, chance.of('hesitant'))
  const clients = Array.from({ length: part.clients }, (_, index) =>
    workAsClient(work, chance.of(`client ${index}`)),
  )
  clients.push(freezeAgainAndAgain(work, freezer!, chance.of('freezing')))

  await injectFaults(scene, part, { chance: chance.of('faults'), work, totals, print })

  isOver = true
  bank.giveUpAfter(performance.now() + outcomeMilliseconds)
  await Promise.all(clients)
  const dueUntil = new Date()
  await until(() => isAllDone(postgres, dueUntil), { milliseconds: outcomeMilliseconds })
  await reads.close()
  await log.close()
  totals.wholeBankReads += reads.count()
  const found = await checkBank(postgres, { logPath, mailTaken: mailHost.taken, timeZone, dueUntil })
  for (const finding of found) findings.report(finding)
}

/** Gives the customer with an undo time enough to send in a short run. */
async function fundHesitant(work: Work, chance: Chance): Promise<void> {
  const hesitant = work.customers.find(({ hasUndo }) => hasUndo)!
  const intent: FundingIntent = { kind: 'funding', key: chance.id(), to: hesitant.number, amount: '99.00' }
  await sendIntent(work, intent, fundingRequest(intent, hesitant, work.administrators[0]!))
}

/** Whether the jobs of the bank have made, released and rounded up everything that was due at a moment. */
async function isAllDone(postgres: Scene['postgres'], dueUntil: Date): Promise<boolean> {
  const text = `select 1 from schedules where state = 'active' and due_at <= $1
                union all
                select 1 from releases where released_at is null and release_at <= $1
                union all
                select 1 from pots p join ledger_accounts l on l.id = p.account_id where l.entry_seq > p.rounded_seq`
  return (await queryOnce(postgres, text, { values: [dueUntil] })).length === 0
}

// Some of the transfers of a short run exceed it.
const dayLimit = '50.00'

/**
 * Opens the customers. Two have two accounts and a pot: one is among those that most requests are about, the other has a day limit. Another
 * of those with most requests has an undo time, and round-up.
 */
async function openAllCustomers(
  address: string,
  count: number,
  administrator: Administrator,
  chance: Chance,
): Promise<Customer[]> {
  const opened = await openCustomers(address, { count, administrator, name: 'customer', chance })
  const [first, hesitant, ...rest] = opened as [Customer, Customer, ...Customer[]]
  const last = rest.pop()!
  await limitDay(address, last, dayLimit)
  const openFurther = async (customer: Customer) => {
    const [main, second] = await openSecondAccount(address, customer)
    return [await openPot(address, main), second]
  }
  return [
    ...(await openFurther(first)),
    await chooseUndoTime(address, await openPot(address, hesitant)),
    ...rest,
    ...(await openFurther(last)),
  ]
}
