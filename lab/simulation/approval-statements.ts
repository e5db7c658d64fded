import { changeOf } from './model-database.ts'
import type { Row } from './model-rows.ts'
import type { Plan, Prepared } from './model-statements.ts'
import { read } from './round-up-statements.ts'
import { sqlError } from './sql-error.ts'

const nothing: Prepared = () => read([])

/** The statements of acts of two people, by their first words. Approvals have the columns that the program reads. */
export const approvalStatements: Readonly<Record<string, Prepared>> = {
  'select a.id, a.user_id as "userId"': ({ accounts, ledger_accounts }, [key]) => {
    const row = [...accounts.values()].find(({ id, user_id }) => id === key || user_id === key)!
    const { currency } = ledger_accounts.get(String(row.id))!
    return read([{ id: row.id, userId: row.user_id, isMain: row.is_main, currency, closedAt: null }])
  },
  'select t.id, t.kind': ({ transactions }, [id]) =>
    read(rowsOf(transactions, id).map((row) => ({ ...row, created_at: new Date(0) }))),
  // The balances that an answer tells.
  'with recursive part': nothing,
  // All staff may act, so there is a second person.
  'select u.role': () => read([{ role: 'administrator', roleUntil: null, isDeactivated: false }]),
  '(select from users u': () => read([{}]),
  'select from users where id': nothing,
  'select count(*)::integer as count from (select from approvals': () => read([{ count: 1 }]),
  'select p.id, p.act': ({ approvals }, [id]) => read(rowsOf(approvals, id)),
  'select from approvals where id = $1 for update': (_, [id]) => {
    return { ...read([]), locks: [changeOf('approvals', { id })] }
  },
  // Nothing is held: an approval is carried out as if its connection had been lost meanwhile.
  'select from approvals where id = $1 for key share': nothing,
  'insert into approvals': ({ approvals }, values) => {
    const [id, act, subjectId, payload, reason, requestedBy, requestedAt, expiresAt] = values
    const asked = { id, act, subjectId, payload, reason, requestedBy, requestedAt, expiresAt, decision: null }
    const change = changeOf('approvals', asked)
    const done = () => (approvals.has(change.key) ? read([]).run() : { rows: [{}], changes: [change] })
    return { locks: [change], run: done }
  },
  "update approvals set decision = 'declined'": (_, [id, decidedBy, declineReason, at]) =>
    writing({ id, decision: 'declined', decidedBy, declineReason, at }),
  'with decided as ( update approvals': ({ approvals }, [id, decidedBy, at]) => {
    const isWaiting = () => approvals.get(String(id))?.decision === null
    return writing({ id, decision: 'approved', decidedBy, at: new Date(String(at)) }, isWaiting)
  },
  'with head as ( update audit_head': (_, [text, , , action]) => ({
    locks: [{ table: 'audit_events', key: 'head' }],
    run: () => ({ rows: [], changes: [changeOf('audit_events', { text, action })] }),
  }),
  'insert into posting_reasons': nothing,
  'set local': nothing,
}

/** Fails like the statement of the books for a row that is not right any more. */
function writing(row: Row, isRight = () => true): Plan {
  const change = changeOf('approvals', row)
  function run() {
    if (!isRight()) throw sqlError('division by zero', '22012')
    return { rows: [], changes: [change] }
  }
  return { locks: [change], run }
}

function rowsOf(rows: ReadonlyMap<string, Row>, id: unknown): Row[] {
  return [rows.get(String(id))].filter((row) => row !== undefined)
}
