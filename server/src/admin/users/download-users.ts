import { accountStateOf } from '@bank/contract/accounts/state'
import { dayOf, dayReader } from '@bank/contract/bank-day'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { csvPieces, csvRowsAtOnce } from '../../statements/csv-text.ts'
import { exportFile } from '../../statements/one-export.ts'
import { findUsers, type ListedUser, readSearch, type UserSelection } from '../../users/user-search.ts'

/** The selected users as comma-separated values, newest first, of any length. Writes an audit event. */
export const downloadUsers: Verb<'downloadUsers'> = (call) => {
  return exportFile(call, async () => {
    const { bank, actor, query, now } = call
    const event = { actorId: actor.userId, action: 'users_downloaded', target: null, now } as const
    await inTransaction(bank.db, (connection) => recordAudit(connection, event))
    const { search, state } = query
    const selection = {
      search: search === undefined ? undefined : await readSearch(bank.db, search),
      state,
    }
    return { name: `users-${dayOf(now, bank.config.timeZone)}.csv`, pieces: csvOf(bank, selection) }
  })
}

const columns = [
  'Name',
  'Email',
  'Country',
  'State',
  'Role',
  'Opened',
  'Main account',
  'Currency',
  'Balance',
  'User ID',
]

function csvOf({ db, config, filesUnderWay }: Bank, selection: UserSelection): AsyncGenerator<string> {
  const dayOfMoment = dayReader(config.timeZone)
  const read = (last: ListedUser | undefined) => {
    const page = { order: 'newest', after: last?.id, limit: csvRowsAtOnce } as const
    return filesUnderWay.inTurn(async () => (await findUsers(db, selection, page)).users)
  }
  return csvPieces(columns, read, (user) => [
    user.name,
    user.email,
    user.country,
    accountStateOf(user),
    user.role,
    dayOfMoment(user.createdAt),
    user.number,
    user.currency,
    user.balanceMinor,
    user.id,
  ])
}
