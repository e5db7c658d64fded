/** A control that the user can fill in. */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Repeats what the user typed, chose, pressed and sent before hydration, now that React listens. The script in the head has kept
 * it.
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
      // Set without React's setter: React ignores an event whose value it knows already.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
      control.dispatchEvent(new Event(control.localName === 'select' ? 'change' : 'input', { bubbles: true }))
    }
  }
  earlyPress?.click()
  for (const button of document.querySelectorAll('[data-pressed]')) button.removeAttribute('data-pressed')
  earlyForm?.requestSubmit()
}

function isTicked(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}

declare global {
  interface Window {
    /** Each control that has been used before hydration, with its value and whether it is ticked. */
    earlyInput?: Map<Control, [value: string, checked: boolean]>
    /** The last button pressed before hydration; null from then on. */
    earlyPress?: HTMLElement | null
    earlyForm?: HTMLFormElement
    /** Set when the user goes back before hydration: the previous page is being loaded. */
    isReloading?: true
  }
}
