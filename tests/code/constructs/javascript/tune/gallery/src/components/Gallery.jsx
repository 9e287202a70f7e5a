import { useState } from "react";

import useAlbum, { has } from "../hooks/useImages.js";
import * as thumbs from "./Thumb.jsx";
import { Thumb as Tile } from "./Thumb.jsx";

const byDate = (left, right) => left.taken - right.taken;

function reload() {
  window.location.reload();
}

export default function Gallery({ album }) {
  const images = useAlbum(album);
  const [picked, setPicked] = useState(null);
  const known = has(album);

  if (images.length === 0) {
    return <thumbs.Empty caption={String} />;
  }
  const sorted = [...images].sort(byDate);
  return (
    <section data-known={known}>
      {sorted.map((image) => (
        <Tile key={image.file} image={image} onPick={setPicked} />
      ))}
      {picked && <output>{picked.title}</output>}
      <button onClick={reload}>Reload</button>
    </section>
  );
}
