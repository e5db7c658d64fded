import { accountEndpoints } from './accounts/endpoints.ts'
import { administratorEndpoints } from './admin/administrators/endpoints.ts'
import { approvalEndpoints } from './admin/approvals/endpoints.ts'
import { adminDisputeEndpoints } from './admin/disputes/endpoints.ts'
import { holdEndpoints } from './admin/holds/endpoints.ts'
import { customerLimitsEndpoints } from './admin/limits/endpoints.ts'
import { overviewEndpoints } from './admin/overview/endpoints.ts'
import { passcodeEndpoints } from './admin/passcode/endpoints.ts'
import { moneyPositionEndpoints } from './admin/position/endpoints.ts'
import { searchEndpoints } from './admin/search/endpoints.ts'
import { timelineEndpoints } from './admin/timeline/endpoints.ts'
import { adminTransactionEndpoints } from './admin/transactions/endpoints.ts'
import { userEndpoints } from './admin/users/endpoints.ts'
import { auditEndpoints } from './audit/endpoints.ts'
import { beneficiaryEndpoints } from './beneficiaries/endpoints.ts'
import { closingEndpoints } from './closing/endpoints.ts'
import { countryEndpoints } from './countries/endpoints.ts'
import { disputeEndpoints } from './disputes/endpoints.ts'
import { emailChangeEndpoints } from './email-changes/endpoints.ts'
import { freezeEndpoints } from './freeze/endpoints.ts'
import { guardEndpoints } from './guards/endpoints.ts'
import { mailNoticeEndpoints } from './mail-notices/endpoints.ts'
import { outboxEndpoints } from './outbox/endpoints.ts'
import { ownTransferEndpoints } from './own-transfers/endpoints.ts'
import { passwordResetEndpoints } from './password-resets/endpoints.ts'
import { pinEndpoints } from './pins/endpoints.ts'
import { potEndpoints } from './pots/endpoints.ts'
import { profileEndpoints } from './profile/endpoints.ts'
import { registrationEndpoints } from './registration/endpoints.ts'
import { scheduleEndpoints } from './schedules/endpoints.ts'
import { sessionEndpoints } from './sessions/endpoints.ts'
import { settingsEndpoints } from './settings/endpoints.ts'
import { statementEndpoints } from './statements/endpoints.ts'
import { supportEndpoints } from './support/endpoints.ts'
import { transactionEndpoints } from './transactions/endpoints.ts'
import { transferEndpoints } from './transfers/endpoints.ts'
import { twoFactorEndpoints } from './two-factor/endpoints.ts'

/** Every endpoint of the bank. */
export const endpoints = {
  ...registrationEndpoints,
  ...sessionEndpoints,
  ...passwordResetEndpoints,
  ...emailChangeEndpoints,
  ...settingsEndpoints,
  ...pinEndpoints,
  ...twoFactorEndpoints,
  ...mailNoticeEndpoints,
  ...profileEndpoints,
  ...accountEndpoints,
  ...closingEndpoints,
  ...transferEndpoints,
  ...ownTransferEndpoints,
  ...scheduleEndpoints,
  ...guardEndpoints,
  ...freezeEndpoints,
  ...potEndpoints,
  ...beneficiaryEndpoints,
  ...transactionEndpoints,
  ...disputeEndpoints,
  ...statementEndpoints,
  ...supportEndpoints,
  ...countryEndpoints,
  ...passcodeEndpoints,
  ...overviewEndpoints,
  ...moneyPositionEndpoints,
  ...userEndpoints,
  ...holdEndpoints,
  ...customerLimitsEndpoints,
  ...timelineEndpoints,
  ...administratorEndpoints,
  ...approvalEndpoints,
  ...searchEndpoints,
  ...adminTransactionEndpoints,
  ...adminDisputeEndpoints,
  ...outboxEndpoints,
  ...auditEndpoints,
}
