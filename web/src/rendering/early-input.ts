/** What can be typed into or chosen from. */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * What was typed, chosen, pressed and sent before a drawn page came to life is so once more, for the page to hear of it: until
 * now the script in its head has kept it.
 */
export function takeEarlyInput(): void {
  const { earlyInput, earlyPress, earlyForm } = window
  delete window.earlyInput
  window.earlyPress = null
  delete window.earlyForm
  for (const [control, [value, checked]] of earlyInput ?? []) {
    if (!control.isConnected) continue
    if (isTicked(control)) {
      control.checked = !checked
      control.click()
    } else if (control.type !== 'file') {
      control.value = ''
      // React hears only of what it has not written itself.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
      control.dispatchEvent(new Event(control.localName === 'select' ? 'change' : 'input', { bubbles: true }))
    }
  }
  earlyPress?.click()
  earlyForm?.requestSubmit()
}

function isTicked(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}

declare global {
  interface Window {
    /** Each control that has been used, with its value and whether it is ticked. */
    earlyInput?: Map<Control, [value: string, checked: boolean]>
    /** Null from when the page is alive. */
    earlyPress?: HTMLElement | null
    earlyForm?: HTMLFormElement
    /** Set when somebody has gone Back from a drawn page before it was alive: the one before is on its way. */
    isLeft?: true
  }
}
