interface Outgoing {
  body: string;
  tries: number;
}

export async function send(body: string): Promise<boolean> {
  return attempt({ body, tries: 0 });
}

async function attempt(mail: Outgoing): Promise<boolean> {
  const response = await fetch("/mail", { method: "POST", body: mail.body });
  return response.ok || (await retry(mail));
}

async function retry(mail: Outgoing): Promise<boolean> {
  if (mail.tries >= 3) {
    return false;
  }
  return attempt({ ...mail, tries: mail.tries + 1 });
}
