import { clearOldSecurityEvents } from '../audit/security-event.ts'
import { deletion } from './job.ts'

export const deleteOldSecurityEventsJob = deletion('delete-old-security-events', clearOldSecurityEvents)
