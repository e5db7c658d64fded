import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  actions,
  changeActions,
  changesOf,
  customerActions,
  sentenceOf,
  subjectOf,
} from '@bank/contract/audit/actions'
import { expect, test } from 'vitest'

test('each action of the catalogue is written by the program', () => {
  const folder = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  expect(Object.keys(actions).filter((name) => !code.includes(`'${name}'`))).toEqual([])
})

test('no two actions of the catalogue have the same sentence, by which administrators filter the log', () => {
  const sentences = Object.keys(actions).map(sentenceOf)
  expect(new Set(sentences).size).toBe(sentences.length)
})

test('what tells how staff and the program work is for staff alone', () => {
  const names = Object.entries(actions).flatMap(([name, { customerMayRead }]) =>
    customerMayRead ? [] : name,
  )
  expect(names).toEqual([
    'administration_refused',
    'approval_asked',
    'approval_declined',
    'approval_given',
    'audit_log_downloaded',
    'books_check_asked',
    'form_refused',
    'jobs_resumed',
    'money_position_downloaded',
    'note_written',
    'overview_opened',
    'passcode_blocked',
    'passcode_changed',
    'passcode_entered',
    'passcode_refused',
    'receipt_downloaded',
    'restored',
    'secret_key_given_up',
    'secret_key_replaced',
    'statement_downloaded',
    'support_message_answered',
    'support_message_closed',
    'support_message_file_added',
    'support_message_noted',
    'support_message_released',
    'support_message_reopened',
    'support_message_taken',
    'transaction_status_set',
    'transactions_downloaded',
    'transactions_listed',
    'user_opened',
    'users_downloaded',
    'users_listed',
  ])
})

test('the changes are what moved money or changed a record, and no reading and signing in', () => {
  expect(changeActions).toEqual(expect.arrayContaining(['account_funded', 'passcode_changed', 'registered']))
  for (const name of ['user_opened', 'signed_in', 'passcode_refused', 'audit_log_downloaded'])
    expect(changeActions).not.toContain(name)
})

test('each action that the customer may read is about a user, so that the customer’s list finds it', () => {
  expect(customerActions.filter((name) => actions[name].subject !== 'user')).toEqual([])
})

test('an action that only an earlier version wrote may have changed any record, and is its name in words', () => {
  for (const name of ['an_old_action', 'toString']) {
    expect([changesOf(name), subjectOf(name)]).toEqual(['record', 'user'])
  }
  expect(sentenceOf('an_old_action')).toBe('An old action')
})
