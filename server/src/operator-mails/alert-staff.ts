import { momentText } from '@bank/contract/date-text'
import { hasRight, type Right } from '@bank/contract/roles/rights'
import type { PoolClient } from 'pg'
import { findWorkingStaff } from '../admin/administrators/administrator.ts'
import { aloneSentence, findActsAlone } from '../admin/approvals/second-person.ts'
import { findLargeFundings, fundingSentence } from '../admin/overview/large-funding.ts'
import { alertKinds, findStaffAlerts, type StaffAlert } from '../admin/overview/staff-alert.ts'
import type { Bank } from '../bank.ts'
import type { Job } from '../jobs/job.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { takeStoredValue, writeStoredValue } from '../storage/stored-value.ts'
import { alertMail, aloneMail, fundingAlertMail } from './alert-letter.ts'
import { type FaultStates, follow } from './fault-state.ts'

/** Mails staff what the overview shows as an alert. While mail is off the overview alone does. */
export const alertStaffJob: Job = {
  name: 'alert-staff',
  pauseSeconds: 60,
  waitsAfterRestore: true,
  open: ({ bank }) => (bank.config.mail.by === 'outbox' ? undefined : (now) => alertStaff(bank, now)),
}

// The audit event of a booking has its time, and may be committed seconds later.
const recentMilliseconds = 3_600_000

/**
 * Mails OPERATOR_EMAIL, or without it the staff who can work and whose role has the right of the alert, when an alert begins and when it
 * is over, as faults are told, and once for each large funding. OPERATOR_EMAIL alone is told of each act that had no second person. Returns
 * how many mails were queued.
 */
export async function alertStaff(bank: Pick<Bank, 'db' | 'config'>, now: Date): Promise<number> {
  const { db, config } = bank
  const since = new Date(now.getTime() - recentMilliseconds)
  const { operatorEmail } = config
  const [alerts, fundings, alone] = await Promise.all([
    findStaffAlerts(bank, now),
    findLargeFundings(db, { aboveMinor: config.alerts.fundingAboveMinor, since }),
    operatorEmail === undefined ? [] : findActsAlone(db, since),
  ])
  return inTransaction(db, async (connection) => {
    const told = await storeStates(connection, alerts, now)
    const mails = ({ email, may }: Recipient) => {
      const frame = { recipient: email, bankName: config.bankName }
      return [
        ...told
          .filter(({ alert }) => may(alert.mailedTo))
          .map(({ alert, what, at }) => {
            const text = momentText(new Date(at), config.timeZone, 'long')
            return alertMail(alert, what, { ...frame, since: text })
          }),
        ...(may(alertKinds.fundings.mailedTo) ? fundings : []).map((funding) =>
          fundingAlertMail(funding.id, fundingSentence(funding, config.timeZone), frame),
        ),
        ...alone.map((act) => aloneMail(act.seq, aloneSentence(act, config.timeZone), frame)),
      ]
    }
    if (told.length + fundings.length + alone.length === 0) return 0
    let queued = 0
    for (const recipient of await recipientsOf(connection, config, now)) {
      for (const mail of mails(recipient)) if (await queueMail(connection, mail, now)) queued++
    }
    return queued
  })
}

/** Follows the alerts that begin and end, and returns what staff are to be told. A funding is an event, and told by itself. */
async function storeStates(connection: PoolClient, alerts: readonly StaffAlert[], now: Date) {
  const stored = await takeStoredValue(connection, { key: 'alerts', otherwise: '{}', now })
  const states: FaultStates = JSON.parse(stored)
  const next = { ...states }
  const told: { alert: StaffAlert; what: 'began' | 'ended'; at: number }[] = []
  for (const alert of alerts) {
    if (alert.name === 'fundings') continue
    const followed = follow(states[alert.name], alert.sentences.length > 0, now.getTime())
    next[alert.name] = followed.state
    if (followed.told !== undefined) told.push({ alert, what: followed.told, at: followed.state.since })
  }
  const value = JSON.stringify(next)
  if (value !== stored) await writeStoredValue(connection, { key: 'alerts', value, updatedBy: null, now })
  return told
}

type Recipient = { readonly email: string; readonly may: (right: Right) => boolean }

async function recipientsOf(
  connection: PoolClient,
  { operatorEmail }: Bank['config'],
  now: Date,
): Promise<readonly Recipient[]> {
  if (operatorEmail !== undefined) return [{ email: operatorEmail, may: () => true }]
  const staff = await findWorkingStaff(connection, now)
  return staff.map(({ email, role }) => ({ email, may: (right) => hasRight(role, right) }))
}
