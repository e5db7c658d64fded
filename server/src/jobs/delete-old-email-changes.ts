import { deleteOldEmailChanges } from '../email-changes/email-change.ts'
import { deletion } from './job.ts'

export const deleteOldEmailChangesJob = deletion('delete-old-email-changes', deleteOldEmailChanges)
