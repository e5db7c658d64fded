import { deleteOldToldBalances } from '../gateway/balances/told-balance.ts'
import { deletion } from './job.ts'

export const deleteOldToldBalancesJob = deletion('delete-old-told-balances', deleteOldToldBalances)
