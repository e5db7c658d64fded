import { endpoints } from '@bank/contract/endpoints'
import { avatarError, avatarRules } from '@bank/contract/profile/avatar'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeMe } from '../accounts/me.ts'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { AvatarPreview } from './avatar-preview.tsx'

/** The dialog that chooses and uploads the user's picture. Closing it forgets the choice (specification §4, Avatar modal). */
export function AvatarDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Change Avatar">
      <AvatarForm onClose={onClose} />
    </Dialog>
  )
}

/** Every avatar on the page shows the uploaded picture at once. */
function AvatarForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [picture, setPicture] = useState<File>()
  const [error, setError] = useState<string>()
  const control = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: (body: File) => announce(call(endpoints.setAvatar, { body }), settingsTexts.avatar, 'avatar'),
    onSuccess: ({ avatar }) => {
      changeMe(client, (me) => ({ ...me, avatar }))
      onClose()
    },
    onError: (error) => setError(reasonOf(error)),
  })

  function choose(chosen: File | undefined) {
    const error = chosen && avatarError(chosen)
    setError(error)
    setPicture(error ? undefined : chosen)
    if (chosen && !error) return
    // Cleared, so that the same file can be chosen again. The button that had the focus was removed: the input takes it.
    if (control.current) control.current.value = ''
    control.current?.focus()
  }

  function send() {
    const error = avatarError(picture)
    setError(error)
    if (error) control.current?.focus()
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
      <div className="grid gap-3">
        <FileDrop
          name="image"
          thing="picture"
          rules=".PNG, .JPEG, .JPG - Max 2mb"
          accept={accepted}
          onChoose={choose}
          error={error}
          busy={upload.isPending}
          control={control}
        />
        {picture && (
          <AvatarPreview picture={picture} busy={upload.isPending} onRemove={() => choose(undefined)} />
        )}
      </div>
      <p className="text-caption text-muted-foreground">
        We crop it to a square and remove location and camera data.
      </p>
      <DialogActions onCancel={onClose} action="Upload" busyLabel="Uploading..." isBusy={upload.isPending} />
    </form>
  )
}

/** The file name extensions (§2) and their types. */
const accepted = ['.png', '.jpg', '.jpeg', ...avatarRules.types].join(',')
