import { memo } from "react";

export interface Member {
  name: string;
  online: boolean;
}

function initials(name: string): string {
  return name
    .split(" ")
    .map((part) => part.charAt(0))
    .join("");
}

function AvatarView({ member }: { member: Member }) {
  return <abbr title={member.name}>{initials(member.name)}</abbr>;
}

export default AvatarView;

export const MemoAvatar = memo(AvatarView);
