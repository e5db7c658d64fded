import { deleteOldRegistrations } from '../gateway/registrations/pending-registration.ts'
import { deletion } from './job.ts'

export const deleteOldRegistrationsJob = deletion('delete-old-registrations', deleteOldRegistrations)
