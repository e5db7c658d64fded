import { endpoints } from '@bank/contract/endpoints'
import { messageOf } from '@bank/contract/errors'
import { messages } from '@bank/contract/messages'
import { avatarError, avatarRules } from '@bank/contract/profile/avatar'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeMe } from '../accounts/me.ts'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/file-drop.tsx'

/** Chooses and uploads the user's picture. Every avatar on the page shows it at once. */
export function AvatarForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const client = useQueryClient()
  const [picture, setPicture] = useState<File>()
  const [error, setError] = useState<string>()
  const control = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: (body: File) => announce(call(endpoints.setAvatar, { body }), messages.avatar, 'avatar'),
    onSuccess: ({ avatar }) => {
      changeMe(client, (me) => ({ ...me, avatar }))
      onDone()
    },
    onError: (error) => setError(reasonOf(error)),
  })

  function choose(chosen: File | undefined) {
    const code = chosen && avatarError(chosen)
    setError(code && messageOf(code))
    setPicture(code ? undefined : chosen)
    if (chosen && !code) return
    // Cleared, so that the same file can be chosen again. The button that had the focus was removed: the input takes it.
    if (control.current) control.current.value = ''
    control.current?.focus()
  }

  function send() {
    const code = avatarError(picture)
    setError(code && messageOf(code))
    if (code) control.current?.focus()
    else upload.mutate(picture!)
  }

  return (
    <form
      noValidate
      className="grid gap-field"
      onSubmit={(event) => {
        event.preventDefault()
        if (!upload.isPending) send()
      }}
    >
      <FileDrop
        name="image"
        thing="picture"
        rules=".PNG, .JPEG, .JPG - Max 2mb"
        accept={accepted}
        picture={picture}
        onChoose={choose}
        error={error}
        busy={upload.isPending}
        control={control}
      />
      <p className="text-caption text-muted-foreground">
        We crop it to a square and remove location and camera data.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={upload.isPending} busyLabel="Uploading...">
          Upload
        </Button>
      </div>
    </form>
  )
}

/** The file name extensions (§2) and their types. */
const accepted = ['.png', '.jpg', '.jpeg', ...avatarRules.types].join(',')
