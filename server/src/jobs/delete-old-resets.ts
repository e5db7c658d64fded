import { deleteOldResets } from '../password-resets/password-reset.ts'
import { deletion } from './job.ts'

export const deleteOldResetsJob = deletion('delete-old-resets', deleteOldResets)
