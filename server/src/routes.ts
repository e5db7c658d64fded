import { endpoints } from '@bank/contract/endpoints'
import { activateAccount, deactivateAccount } from './admin/activate-account.ts'
import { enterPasscode } from './admin/enter-passcode.ts'
import { fundAccount } from './admin/fund-account.ts'
import { setTransactionStatus } from './admin/set-transaction-status.ts'
import { listCountries } from './countries/list-countries.ts'
import { readCountry } from './countries/read-country.ts'
import { administrator, anyone, confirmedCustomer, customer, liftedAdministrator } from './http/callers.ts'
import { route } from './http/route.ts'
import { readAvatar } from './profile/read-avatar.ts'
import { readMe } from './profile/read-me.ts'
import { removeAvatar } from './profile/remove-avatar.ts'
import { setAvatar } from './profile/set-avatar.ts'
import { register } from './registration/register.ts'
import { checkSession, extendSession } from './sessions/check-session.ts'
import { confirmSession } from './sessions/confirm-session.ts'
import { endOtherSessions, endOwnSession } from './sessions/end-own-session.ts'
import { listDemoPeople } from './sessions/list-demo-people.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { signIn, signOut } from './sessions/sign-in.ts'
import { changePassword } from './settings/change-password.ts'
import { changePin } from './settings/change-pin.ts'
import { downloadCsv } from './statements/download-csv.ts'
import { downloadOfx } from './statements/download-ofx.ts'
import { downloadPdf } from './statements/download-pdf.ts'
import { readStatement } from './statements/read-statement.ts'
import { writeToSupport } from './support/write-to-support.ts'
import { listMonthlyFlows } from './transactions/list-monthly-flows.ts'
import { listTransactions } from './transactions/list-transactions.ts'
import { readTransaction } from './transactions/read-transaction.ts'
import { writeNote } from './transactions/write-note.ts'
import { sendTransfer } from './transfers/send-transfer.ts'

/** The whole bank on one page: what can be asked, who may ask it, and what is done then. */
export const routes = [
  route(endpoints.register, anyone, register),
  route(endpoints.signIn, anyone, signIn),
  route(endpoints.checkSession, anyone, checkSession),
  route(endpoints.signOut, anyone, signOut),
  route(endpoints.listDemoPeople, anyone, listDemoPeople),
  route(endpoints.writeToSupport, anyone, writeToSupport),
  route(endpoints.listCountries, anyone, listCountries),
  route(endpoints.readCountry, anyone, readCountry),

  route(endpoints.extendSession, customer, extendSession),
  route(endpoints.confirmSession, customer, confirmSession),
  route(endpoints.listSessions, customer, listSessions),
  route(endpoints.readMe, customer, readMe),
  route(endpoints.setAvatar, customer, setAvatar),
  route(endpoints.removeAvatar, customer, removeAvatar),
  route(endpoints.readAvatar, customer, readAvatar),
  route(endpoints.sendTransfer, customer, sendTransfer),
  route(endpoints.listTransactions, customer, listTransactions),
  route(endpoints.listMonthlyFlows, customer, listMonthlyFlows),
  route(endpoints.readTransaction, customer, readTransaction),
  route(endpoints.writeNote, customer, writeNote),
  route(endpoints.readStatement, customer, readStatement),
  route(endpoints.downloadStatementCsv, customer, downloadCsv),
  route(endpoints.downloadStatementPdf, customer, downloadPdf),
  route(endpoints.downloadStatementOfx, customer, downloadOfx),

  route(endpoints.endOtherSessions, confirmedCustomer, endOtherSessions),
  route(endpoints.endOwnSession, confirmedCustomer, endOwnSession),
  route(endpoints.changePassword, confirmedCustomer, changePassword),
  route(endpoints.changePin, confirmedCustomer, changePin),

  route(endpoints.enterPasscode, administrator, enterPasscode),

  route(endpoints.activateAccount, liftedAdministrator, activateAccount),
  route(endpoints.deactivateAccount, liftedAdministrator, deactivateAccount),
  route(endpoints.fundAccount, liftedAdministrator, fundAccount),
  route(endpoints.setTransactionStatus, liftedAdministrator, setTransactionStatus),
]
