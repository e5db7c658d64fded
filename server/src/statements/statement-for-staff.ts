import type { endpoints } from '@bank/contract/endpoints'
import { findChosenAccount } from '../admin/users/account-of-user.ts'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { findUserDetails } from '../users/user.ts'
import type { Holder } from './statement.ts'
import type { FileRequest } from './statement-file.ts'

type StaffCall = Call<
  typeof endpoints.downloadStatementCsvOfUser | typeof endpoints.downloadStatementPdfOfUser
>

/** The request for the statement of a customer's account, whose download is an audit event. */
export async function requestForStaff(
  call: StaffCall,
  format: 'csv' | 'pdf',
): Promise<FileRequest & { readonly holder: Holder }> {
  const { bank, actor, params, query, now } = call
  const account = await findChosenAccount(bank.db, params.id, query.account)
  const { name } = (await findUserDetails(bank.db, params.id))!
  const record: FileRequest['record'] = async ({ from, to }) => {
    const details = { accountNumber: account.number, format, from, to }
    await inTransaction(bank.db, (connection) =>
      recordAudit(connection, {
        actorId: actor.userId,
        action: 'statement_downloaded',
        target: params.id,
        details,
        now,
      }),
    )
  }
  return { ...call, holder: { userId: params.id, name, account }, record }
}
