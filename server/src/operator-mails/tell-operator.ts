import { hostname } from 'node:os'
import { momentText } from '@bank/contract/date-text'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { PoolClient } from 'pg'
import { backupsView } from '../admin/overview/backup-progress.ts'
import { jobViews } from '../admin/overview/job-states.ts'
import type { Bank } from '../bank.ts'
import type { Job, JobContext } from '../jobs/job.ts'
import { findJobReports } from '../jobs/job-report.ts'
import type { Deliver, DrawnMail } from '../mail/delivery.ts'
import { drawLetter } from '../mail/draw-letter.ts'
import { openDelivery } from '../mail/open-delivery.ts'
import { type Mail, queueMail } from '../mail/outgoing-mail.ts'
import { isArchiverFailing } from '../postgres/database-figures.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { takeStoredValue, writeStoredValue } from '../storage/stored-value.ts'
import { faultMail } from './fault-letter.ts'
import { type FaultStates, follow, lastChanged, withoutForgotten } from './fault-state.ts'
import { type Fault, findFaults } from './faults.ts'

/**
 * Mails the operator when a fault begins and when it has ended: what an alert would say, for a bank without Prometheus. What was told is
 * stored, so that one of several processes tells it; what each may find otherwise has a state for each. A mail about a disk or the database
 * goes straight to the mail server.
 */
export const tellOperatorJob: Job = {
  name: 'tell-operator',
  pauseSeconds: 30,
  waitsAfterRestore: false,
  open: (context) => {
    const { operatorEmail, mail } = context.bank.config
    const deliver = openDelivery(mail)
    if (operatorEmail === undefined || deliver === undefined) return undefined
    return tellOperator(context, operatorEmail, openCourier(context, deliver))
  },
}

type Faults = ReadonlyMap<string, Fault>
type Notice = { readonly isOfStorage: boolean; readonly mail: Mail }

/** One round follows all faults, and tells what began or ended. */
export function tellOperator(
  { bank, address }: JobContext,
  recipient: string,
  deliverAll: ReturnType<typeof openCourier>,
) {
  const { db, config } = bank
  // The same after a restart.
  const ownProcess = `the machine ${hostname()}, port ${config.port}`
  const place = `Bank: ${address}, on ${ownProcess}.`
  let known: FaultStates = {}

  function decide(faults: Faults, states: FaultStates, now: Date) {
    const notices: Notice[] = []
    const next = { ...states }
    for (const [name, fault] of faults) {
      const key = fault.isOfProcess ? `${name} on ${ownProcess}` : name
      const { state, told } = follow(states[key], fault.sentences.length > 0, now.getTime())
      next[key] = state
      if (told === undefined) continue
      const since = momentText(new Date(state.since), config.timeZone, 'long')
      const mail = faultMail(fault, told, { recipient, bankName: config.bankName, since, place })
      notices.push({ isOfStorage: fault.isOfStorage, mail })
    }
    return { states: withoutForgotten(next, now.getTime()), notices }
  }

  async function storeAndQueue(connection: PoolClient, faults: Faults, now: Date) {
    const stored = await takeStoredValue(connection, { key: 'faults', otherwise: '{}', now })
    const decided = decide(faults, lastChanged(known, JSON.parse(stored)), now)
    for (const { isOfStorage, mail } of decided.notices)
      if (!isOfStorage) await queueMail(connection, mail, now)
    const value = JSON.stringify(decided.states)
    if (value !== stored) await writeStoredValue(connection, { key: 'faults', value, updatedBy: null, now })
    return decided
  }

  return async (now: Date) => {
    const faults = await findFaults(bank, await readOverview(bank, now), now)
    const ofStorage = new Map([...faults].filter(([, { isOfStorage }]) => isOfStorage))
    const { states, notices } = await inTransaction(db, (connection) =>
      storeAndQueue(connection, faults, now),
    ).catch(() => decide(ofStorage, known, now))
    known = states
    await deliverAll(
      notices.flatMap(({ isOfStorage, mail }) => (isOfStorage ? [mail] : [])),
      now,
    )
    return 0
  }
}

async function readOverview(bank: Bank, now: Date) {
  const reports = await findJobReports(bank.db).catch((error: unknown) => error as Error)
  const jobs = reports instanceof Error ? reports : jobViews(reports, now)
  return {
    jobs,
    backups: backupsView(bank, now),
    isArchiverFailing: await isArchiverFailing(bank.db).catch(() => undefined),
  }
}

/** Delivers mails without the outbox. Those that are not accepted are kept in memory and delivered with the next ones. */
function openCourier({ bank: { config }, address, log }: JobContext, deliver: Deliver) {
  const { bankName, bankAddress } = config
  const frame = { bankName, bankAddress, address, contact: undefined }
  let undelivered: DrawnMail[] = []

  async function isDelivered(mail: DrawnMail): Promise<boolean> {
    const failure = await deliver(mail)
    if (failure && !undelivered.includes(mail))
      log.warn({ mailId: mail.id, error: failure.error }, 'a mail to the operator was not accepted')
    return failure === undefined || failure.isFinal === true
  }

  return async (mails: readonly Mail[], now: Date): Promise<void> => {
    const drawn = mails.map(({ recipient, subject, letter }) => {
      const id = timeOrderedId(now)
      return { id, recipient, subject, ...drawLetter({ subject, letter }, frame, undefined) }
    })
    const due = [...undelivered, ...drawn]
    const areDelivered = await Promise.all(due.map(isDelivered))
    undelivered = due.filter((_, index) => !areDelivered[index])
  }
}
