import { attachMinutesMax } from '@bank/contract/support/case-file'
import type { PoolClient } from 'pg'
import { recordAdministratorAct } from '../admin/administrator-act.ts'
import type { Bank } from '../bank.ts'
import type { Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { referenceOf } from './case.ts'
import { hasTooManyFiles, insertFile, lockEntry } from './case-file.ts'
import { cleanFileName } from './case-file-name.ts'
import { readFileType } from './case-file-type.ts'

/** Adds a file to what the customer wrote in one of their cases. */
export const attachOwnFile: Verb<'attachOwnFile'> = async ({ bank, actor, params, query, input, now }) => {
  const sent = { id: params.id, entryId: query.entry, name: query.name, bytes: input, now }
  await attach(bank, { ...sent, authorId: actor.userId, isOfStaff: false })
}

/** Adds a file to an answer or a note of the caller. A visitor, who reads answers by mail only, would not get it. */
export const attachFile: Verb<'attachFile'> = async ({ bank, actor, params, query, input, now }) => {
  const sent = { id: params.id, entryId: query.entry, name: query.name, bytes: input, now }
  await attach(bank, { ...sent, authorId: actor.userId, isOfStaff: true }, (connection, { caseId }) => {
    const details = { reference: referenceOf(caseId), entryId: query.entry }
    const action = 'support_message_file_added'
    return recordAdministratorAct(connection, actor, { action, target: caseId, details, now })
  })
}

type Sent = {
  readonly id: string
  readonly entryId: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly authorId: string
  readonly isOfStaff: boolean
  readonly now: Date
}

async function attach(
  bank: Bank,
  { id, entryId, name, bytes, authorId, isOfStaff, now }: Sent,
  record?: (connection: PoolClient, entry: { caseId: string }) => Promise<void>,
): Promise<void> {
  if (bytes.length === 0) throw new Refusal('file_missing')
  const type = await readFileType(bank, bytes)
  await inTransaction(bank.db, async (connection) => {
    const entry = await lockEntry(connection, entryId)
    const isOwn = entry?.authorId === authorId && (entry.side !== 'customer') === isOfStaff
    if (!entry || !isOwn) throw new Refusal('support_message_not_found')
    // Later it would stand where no one looks for something new.
    const isOld = now.getTime() - entry.writtenAt.getTime() > attachMinutesMax * 60_000
    if (isOld) throw new Refusal('case_entry_too_old')
    if (entry.side === 'bank' && entry.userId === null) throw new Refusal('case_files_unread')
    const file = { id, entryId, name: cleanFileName(name, type), type, bytes }
    if (!(await insertFile(connection, file, now))) return
    if (await hasTooManyFiles(connection, entry.caseId)) throw new Refusal('case_files_too_large')
    await record?.(connection, entry)
  })
}
