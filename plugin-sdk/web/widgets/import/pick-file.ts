/** Lets a person choose one file, where what asks is no button (an entry of a menu). What `use` fails with was told by the shell. @param accept endings, `.json` */
export function pickFile(accept: string, use: (file: File) => Promise<void>): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void use(file).catch(() => undefined);
  });
  input.click();
}
