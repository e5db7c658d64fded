import { endpoints } from '@bank/contract/endpoints'
import type { MeView } from '@bank/contract/profile/view'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeMe } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { toast } from '../ui/toast.ts'
import { AvatarDialog } from './avatar-dialog.tsx'

/** The user's picture, name and email, with the change of the picture. */
export function IdentityHeader({ me }: { me: MeView }) {
  const [open, setOpen] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const remove = useRemoveAvatar(() => change.current?.focus())
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar name={me.name} image={me.avatar} size="size-24 text-h1" />
      <div className="grid min-w-0 grow basis-52 gap-1">
        <p className="wrap-anywhere text-h2">{me.name}</p>
        <p className="wrap-anywhere text-muted-foreground">{me.email}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button ref={change} look="secondary" onClick={() => setOpen(true)}>
          Change Avatar
        </Button>
        {me.avatar && (
          <Button
            look="quiet"
            busy={remove.isPending}
            busyLabel="Removing..."
            onClick={() => remove.mutate()}
          >
            Remove picture
          </Button>
        )}
      </div>
      <AvatarDialog open={open} onClose={() => setOpen(false)} />
    </Card>
  )
}

function useRemoveAvatar(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(endpoints.removeAvatar),
    onSuccess: () => {
      changeMe(client, (me) => ({ ...me, avatar: null }))
      toast.success(settingsTexts.avatar.gone)
      onDone()
    },
    onError: (error) => toast.error(reasonOf(error)),
  })
}
