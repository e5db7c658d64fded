import { endpoints } from '@bank/contract/endpoints'
import { activateAccount, deactivateAccount } from './admin/activate-account.ts'
import { enterPasscode } from './admin/enter-passcode.ts'
import { fundAccount } from './admin/fund-account.ts'
import { setTransactionStatus } from './admin/set-transaction-status.ts'
import { listCountries } from './countries/list-countries.ts'
import { readCountry } from './countries/read-country.ts'
import { administrator, anyone, customer, liftedAdministrator } from './http/callers.ts'
import { route } from './http/route.ts'
import { readAvatar } from './profile/read-avatar.ts'
import { readMe } from './profile/read-me.ts'
import { removeAvatar } from './profile/remove-avatar.ts'
import { setAvatar } from './profile/set-avatar.ts'
import { register } from './registration/register.ts'
import { checkSession, extendSession } from './sessions/check-session.ts'
import { listDemoPeople } from './sessions/list-demo-people.ts'
import { signIn, signOut } from './sessions/sign-in.ts'
import { readStatement } from './statements/read-statement.ts'
import { writeToSupport } from './support/write-to-support.ts'
import { listTransactions } from './transactions/list-transactions.ts'
import { readTransaction } from './transactions/read-transaction.ts'
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
  route(endpoints.readMe, customer, readMe),
  route(endpoints.setAvatar, customer, setAvatar),
  route(endpoints.removeAvatar, customer, removeAvatar),
  route(endpoints.readAvatar, customer, readAvatar),
  route(endpoints.sendTransfer, customer, sendTransfer),
  route(endpoints.listTransactions, customer, listTransactions),
  route(endpoints.readTransaction, customer, readTransaction),
  route(endpoints.readStatement, customer, readStatement),

  route(endpoints.enterPasscode, administrator, enterPasscode),

  route(endpoints.activateAccount, liftedAdministrator, activateAccount),
  route(endpoints.deactivateAccount, liftedAdministrator, deactivateAccount),
  route(endpoints.fundAccount, liftedAdministrator, fundAccount),
  route(endpoints.setTransactionStatus, liftedAdministrator, setTransactionStatus),
]
