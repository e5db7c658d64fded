import * as z from 'zod/mini'
import { id } from '../../rules/id.ts'

export const approvalPath = z.object({ id: id('Approval ID must be a UUID') })
