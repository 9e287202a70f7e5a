import Storage

class Album {
    let name: String
    let store: Store
    private var photos: [Photo] = []

    init(name: String, store: Store) {
        self.name = name
        self.store = store
    }

    func add(_ photo: Photo) {
        guard photo.isValid() else { return }
        photos.append(photo)
        save(photo)
    }

    func save(_ photo: Photo) {
        store.write(photo.encode(), for: key(for: photo))
    }

    func key(for photo: Photo) -> Key {
        return Key(name + "/" + photo.title)
    }

    func largest() -> Photo? {
        return photos.sorted(by: larger).first
    }
}

final class SharedAlbum: Album {
    private let audit = Audit()

    override func save(_ photo: Photo) {
        super.save(photo)
        audit.write(photo.title)
    }

    func has(_ photo: Photo) -> Bool {
        return store.read(key(for: photo)) != nil
    }
}

final class Audit {
    private var entries: [String] = []

    func write(_ line: String) {
        entries.append(normalize(line))
    }
}

private func larger(_ left: Photo, _ right: Photo) -> Bool {
    return left.size() > right.size()
}

func normalize(_ line: String) -> String {
    return line.lowercased()
}
