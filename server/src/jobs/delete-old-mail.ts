import { deleteOldMail } from '../mail/outgoing-mail.ts'
import { deletion } from './job.ts'

export const deleteOldMailJob = deletion('delete-old-mail', deleteOldMail)
