import { roleForm } from '@bank/contract/admin/administrators/form'
import type { StaffList } from '@bank/contract/admin/administrators/view'
import { roleReasons } from '@bank/contract/admin/transactions/usual-reasons'
import { endpoints } from '@bank/contract/endpoints'
import { roleNames, staffRoles } from '@bank/contract/roles/rights'
import type { StaffRole } from '@bank/contract/roles/role'
import { email as emailRule } from '@bank/contract/rules/email'
import { doneText, staffTexts } from '@bank/contract/toast-texts/staff'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { useRequestForm } from '../../api/use-request-form.ts'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useReason } from '../reason-field.tsx'
import { refreshPanel } from '../refresh-panel.ts'

type Member = StaffList['staff'][number]

/** What each role is for. */
const works: Readonly<Record<StaffRole, string>> = {
  support: 'reads customers and answers their messages',
  operations: 'activates accounts, sets statuses and corrects profiles',
  treasury: 'funds accounts, takes fundings back and places holds',
  auditor: 'reads everything and changes nothing',
  administrator: 'does everything, and gives roles',
}

const fields = z.extend(z.omit(roleForm, { reason: true }), { email: emailRule })

/** Gives a role to the user with an e-mail, or another one to a member of staff. */
export function RoleDialog({ member, open, onClose }: DialogState & { member: Member | undefined }) {
  const client = useQueryClient()
  const why = useReason(roleReasons)
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    fields,
    {
      defaultValues: {
        email: member?.email ?? '',
        role: member?.role ?? '',
        lastDay: member?.lastDay ?? '',
      },
    },
    {
      mutationFn: async ({ email, role, lastDay }: z.output<typeof fields>) => {
        const id = member?.id ?? (await findUserId(email))
        if (id === undefined) return void form.setError('email', { message: 'No user has this email' })
        const body = { role, lastDay, reason: why.reason }
        const answer = await call(endpoints.giveRole, { params: { id }, body })
        toast.success(doneText(answer, staffTexts.giveRole))
        onClose()
      },
      onSettled: () => void refreshPanel(client),
    },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={member ? `Change the role of ${member.name}` : 'Give a role'}
      description="The role takes effect at the next request, or when a second person has approved it. Every administrator gets a mail."
    >
      <form
        noValidate
        onSubmit={(event) => (why.isRight() ? onSubmit(event) : event.preventDefault())}
        className="grid gap-field"
      >
        <FailureNotice error={failure} />
        {!member && (
          <Input
            label="Email"
            type="email"
            hint="Of a user of the bank"
            data-first-focus
            {...field('email')}
          />
        )}
        <Select
          label="Role"
          placeholder="Choose a role"
          options={staffRoles.map((value) => ({
            value,
            label: `${roleNames[value]}: ${works[value]}`,
          }))}
          {...field('role')}
        />
        <Input
          label="Last day"
          type="date"
          optional
          hint="Without it, the role has no end"
          {...field('lastDay')}
        />
        {why.field}
        <DialogActions
          onCancel={onClose}
          action="Give role"
          busyLabel={staffTexts.giveRole.busy}
          isBusy={isPending}
        />
      </form>
    </Dialog>
  )
}

/** The id of the user with exactly this e-mail; undefined when there is none. */
async function findUserId(email: string): Promise<string | undefined> {
  const { users } = await call(endpoints.listUsers, { query: { search: email, limit: '100' } })
  return users.find((user) => user.email === email)?.id
}
